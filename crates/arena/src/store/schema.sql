-- The tables of a tournament. Times are milliseconds since 1970 by the clock of the database. Engines, openings and seats count
-- from 0, everything else from 1.
-- Each database replaces the words in braces by its own.

-- The version of the tables. An arena reads no other one.
CREATE TABLE arena_schema (version {integer} NOT NULL){strict};

-- `definition`: the settings as JSON.
CREATE TABLE tournament (
    id {integer} PRIMARY KEY CHECK (id = 1),
    created_at {integer} NOT NULL,
    definition TEXT NOT NULL,
    game TEXT NOT NULL,
    game_fingerprint TEXT NOT NULL
){strict};

-- Numbers of games, results, results taken back, openings and their candidates, and the state of the sequential test with its
-- verdict. `by_rounds`: whether the games of a round depend on results before. Apart from `tournament`, as it changes with every
-- game and a definition can be long.
CREATE TABLE state (
    id {integer} PRIMARY KEY CHECK (id = 1),
    scheduled {integer} NOT NULL,
    finished {integer} NOT NULL,
    voided {integer} NOT NULL,
    openings {integer} NOT NULL,
    candidates {integer} NOT NULL,
    repeated {integer} NOT NULL,
    in_vain {integer} NOT NULL,
    by_rounds {integer} NOT NULL,
    test TEXT,
    closed_at {integer},
    verdict TEXT
){strict};

CREATE TABLE engine (
    number {integer} PRIMARY KEY,
    name TEXT NOT NULL,
    spec TEXT,
    fingerprint TEXT NOT NULL
){strict};

-- `content`: JSON. `position`: hash of the position that the opening reaches. `original`: the first opening that reaches it.
CREATE TABLE opening (
    number {integer} PRIMARY KEY,
    content TEXT NOT NULL,
    position {integer} NOT NULL,
    original {integer} NOT NULL
){strict};

CREATE INDEX opening_position ON opening (position);

-- Candidates for openings that are being made, with their lease, or are made and wait for those before them.
CREATE TABLE piece (
    first {integer} PRIMARY KEY,
    size {integer} NOT NULL,
    lease_until {integer},
    content TEXT
){strict};

-- `host`: name, processors and system. `seen_at`: the last contact.
CREATE TABLE worker (
    number {identity},
    host TEXT NOT NULL,
    pid {integer} NOT NULL,
    started_at {integer} NOT NULL,
    seen_at {integer} NOT NULL
){strict};

-- `progress`: the record of a running game so far.
CREATE TABLE game (
    number {integer} PRIMARY KEY,
    round {integer} NOT NULL,
    pair {integer} NOT NULL,
    opening {integer} NOT NULL REFERENCES opening (number),
    p1 {integer} NOT NULL,
    p2 {integer} NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'running', 'finished', 'withdrawn')),
    worker {integer} REFERENCES worker (number),
    claim {integer},
    claimed_at {integer},
    lease_until {integer},
    progress TEXT
){strict};

CREATE INDEX game_open ON game (number) WHERE state = 'open';
CREATE INDEX game_running ON game (lease_until) WHERE state = 'running';

-- `winner` is empty for a draw. `hash`: of start, turns and ending. `thinking`: JSON, per engine and side turns, sums of depth, nodes, times
-- and overhead.
CREATE TABLE result (
    sequence {integer} PRIMARY KEY,
    game {integer} NOT NULL UNIQUE REFERENCES game (number),
    finished_at {integer} NOT NULL,
    winner TEXT CHECK (winner IN ('P1', 'P2')),
    cause TEXT NOT NULL,
    detail TEXT,
    culprit {integer},
    turns {integer} NOT NULL,
    thinking TEXT NOT NULL,
    hash {integer} NOT NULL
){strict};

CREATE INDEX result_hash ON result (hash);
CREATE INDEX result_fault ON result (sequence) WHERE culprit IS NOT NULL;

CREATE TABLE record (
    game {integer} PRIMARY KEY REFERENCES game (number),
    content TEXT NOT NULL
){strict};

-- The pairs of which both games are finished, with the half points of `team`. `sequence`: of the later result. `hash` and
-- `other_hash`: of the games, in ascending order.
CREATE TABLE pair (
    number {integer} PRIMARY KEY,
    sequence {integer} NOT NULL UNIQUE,
    team {integer} NOT NULL,
    opponent {integer} NOT NULL,
    half_points {integer} NOT NULL,
    hash {integer} NOT NULL,
    other_hash {integer} NOT NULL,
    opening {integer} NOT NULL
){strict};

CREATE INDEX pair_hash ON pair (hash, other_hash, number);
CREATE INDEX pair_opening ON pair (opening, team, opponent, sequence);

-- Sums over the finished games and pairs. Each result changes them, so that nobody reads all results.
CREATE TABLE game_sum (
    p1 {integer} NOT NULL,
    p2 {integer} NOT NULL,
    half_points {integer} NOT NULL,
    cause TEXT NOT NULL,
    culprit {integer} NOT NULL,
    games {integer} NOT NULL,
    different {integer} NOT NULL,
    turns {integer} NOT NULL,
    PRIMARY KEY (p1, p2, half_points, cause, culprit)
){strict};

CREATE TABLE pair_sum (
    team {integer} NOT NULL,
    opponent {integer} NOT NULL,
    half_points {integer} NOT NULL,
    pairs {integer} NOT NULL,
    different {integer} NOT NULL,
    repeated {integer} NOT NULL,
    openings {integer} NOT NULL,
    PRIMARY KEY (team, opponent, half_points)
){strict};

CREATE TABLE thinking_sum (
    engine {integer} PRIMARY KEY,
    content TEXT NOT NULL
){strict};

-- The results that were taken back, with their records as `content`.
CREATE TABLE voided (
    number {identity},
    voided_at {integer} NOT NULL,
    reason TEXT NOT NULL,
    game {integer} NOT NULL REFERENCES game (number),
    worker {integer} REFERENCES worker (number),
    finished_at {integer} NOT NULL,
    winner TEXT CHECK (winner IN ('P1', 'P2')),
    cause TEXT NOT NULL,
    detail TEXT,
    culprit {integer},
    turns {integer} NOT NULL,
    thinking TEXT NOT NULL,
    hash {integer} NOT NULL,
    content TEXT NOT NULL
){strict};

-- The accepted versions of engines. `games`: how many were finished before.
CREATE TABLE decision (
    number {identity},
    decided_at {integer} NOT NULL,
    engine {integer} NOT NULL REFERENCES engine (number),
    fingerprint TEXT NOT NULL,
    name TEXT NOT NULL,
    games {integer} NOT NULL
){strict};
