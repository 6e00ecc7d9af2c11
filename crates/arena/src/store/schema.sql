-- The tables of a tournament, version 2. docs/src/arena/store.md describes them.
-- Times are milliseconds since 1970 by the clock of the database.
-- Each database replaces the words in braces by its own.

CREATE TABLE arena_schema (version {integer} NOT NULL){strict};

CREATE TABLE tournament (
    id {integer} PRIMARY KEY CHECK (id = 1),
    created_at {integer} NOT NULL,
    definition TEXT NOT NULL,
    game TEXT NOT NULL,
    game_fingerprint TEXT NOT NULL,
    scheduled {integer} NOT NULL,
    finished {integer} NOT NULL,
    closed_at {integer},
    verdict TEXT
){strict};

CREATE TABLE engine (
    number {integer} PRIMARY KEY,
    name TEXT NOT NULL,
    spec TEXT,
    fingerprint TEXT NOT NULL
){strict};

CREATE TABLE opening (
    number {integer} PRIMARY KEY,
    content TEXT NOT NULL
){strict};

CREATE TABLE worker (
    number {identity},
    host TEXT NOT NULL,
    pid {integer} NOT NULL,
    started_at {integer} NOT NULL,
    seen_at {integer} NOT NULL
){strict};

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
    lease_until {integer}
){strict};

CREATE INDEX game_open ON game (number) WHERE state = 'open';
CREATE INDEX game_running ON game (lease_until) WHERE state = 'running';

CREATE TABLE result (
    sequence {integer} PRIMARY KEY,
    game {integer} NOT NULL UNIQUE REFERENCES game (number),
    finished_at {integer} NOT NULL,
    winner TEXT CHECK (winner IN ('P1', 'P2')),
    cause TEXT NOT NULL,
    detail TEXT,
    culprit {integer},
    turns {integer} NOT NULL,
    thinking TEXT NOT NULL
){strict};

CREATE TABLE record (
    game {integer} PRIMARY KEY REFERENCES game (number),
    content TEXT NOT NULL
){strict};
