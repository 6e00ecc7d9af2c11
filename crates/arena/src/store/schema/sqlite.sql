-- The tables of a tournament, version 1, for SQLite. Described in docs/src/arena/store.md.
-- Times are milliseconds since 1970 by the clock of the database; durations are nanoseconds.

CREATE TABLE arena_schema (version INTEGER NOT NULL) STRICT;

CREATE TABLE tournament (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    created_at INTEGER NOT NULL,
    definition TEXT NOT NULL,
    game TEXT NOT NULL,
    game_fingerprint TEXT NOT NULL,
    scheduled INTEGER NOT NULL,
    finished INTEGER NOT NULL,
    closed_at INTEGER,
    verdict TEXT
) STRICT;

CREATE TABLE engine (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    spec TEXT,
    fingerprint TEXT NOT NULL
) STRICT;

CREATE TABLE opening (
    number INTEGER PRIMARY KEY,
    content TEXT NOT NULL
) STRICT;

CREATE TABLE worker (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    host TEXT NOT NULL,
    pid INTEGER NOT NULL,
    started_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL
) STRICT;

CREATE TABLE game (
    number INTEGER PRIMARY KEY,
    round INTEGER NOT NULL,
    pair INTEGER NOT NULL,
    opening INTEGER NOT NULL REFERENCES opening (number),
    p1 INTEGER NOT NULL,
    p2 INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'running', 'finished', 'withdrawn')),
    worker INTEGER REFERENCES worker (number),
    claim INTEGER,
    claimed_at INTEGER,
    lease_until INTEGER
) STRICT;

CREATE INDEX game_open ON game (number) WHERE state = 'open';
CREATE INDEX game_running ON game (lease_until) WHERE state = 'running';

CREATE TABLE result (
    sequence INTEGER PRIMARY KEY,
    game INTEGER NOT NULL UNIQUE REFERENCES game (number),
    finished_at INTEGER NOT NULL,
    winner TEXT CHECK (winner IN ('P1', 'P2')),
    cause TEXT NOT NULL,
    detail TEXT,
    culprit INTEGER,
    turns INTEGER NOT NULL
) STRICT;

CREATE TABLE thinking (
    game INTEGER NOT NULL REFERENCES game (number),
    place INTEGER NOT NULL,
    engine INTEGER NOT NULL,
    side TEXT NOT NULL CHECK (side IN ('P1', 'P2')),
    turns INTEGER NOT NULL,
    depth_sum INTEGER NOT NULL,
    depth_turns INTEGER NOT NULL,
    nodes INTEGER NOT NULL,
    node_time INTEGER NOT NULL,
    time INTEGER NOT NULL,
    longest INTEGER NOT NULL,
    overhead_sum INTEGER NOT NULL,
    overhead_turns INTEGER NOT NULL,
    overhead_longest INTEGER NOT NULL,
    PRIMARY KEY (game, place)
) STRICT, WITHOUT ROWID;

CREATE TABLE record (
    game INTEGER PRIMARY KEY REFERENCES game (number),
    content TEXT NOT NULL
) STRICT;
