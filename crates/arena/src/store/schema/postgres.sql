-- The tables of a tournament, version 1, for PostgreSQL. Described in docs/src/arena/store.md.
-- Times are milliseconds since 1970 by the clock of the database; durations are nanoseconds.

CREATE TABLE arena_schema (version BIGINT NOT NULL);

CREATE TABLE tournament (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    created_at BIGINT NOT NULL,
    definition TEXT NOT NULL,
    game TEXT NOT NULL,
    game_fingerprint TEXT NOT NULL,
    scheduled BIGINT NOT NULL,
    finished BIGINT NOT NULL,
    closed_at BIGINT,
    verdict TEXT
);

CREATE TABLE engine (
    number BIGINT PRIMARY KEY,
    name TEXT NOT NULL,
    spec TEXT,
    fingerprint TEXT NOT NULL
);

CREATE TABLE opening (
    number BIGINT PRIMARY KEY,
    content TEXT NOT NULL
);

CREATE TABLE worker (
    number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    host TEXT NOT NULL,
    pid BIGINT NOT NULL,
    started_at BIGINT NOT NULL,
    seen_at BIGINT NOT NULL
);

CREATE TABLE game (
    number BIGINT PRIMARY KEY,
    round BIGINT NOT NULL,
    pair BIGINT NOT NULL,
    opening BIGINT NOT NULL REFERENCES opening (number),
    p1 BIGINT NOT NULL,
    p2 BIGINT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'running', 'finished', 'withdrawn')),
    worker BIGINT REFERENCES worker (number),
    claim BIGINT,
    claimed_at BIGINT,
    lease_until BIGINT
);

CREATE INDEX game_open ON game (number) WHERE state = 'open';
CREATE INDEX game_running ON game (lease_until) WHERE state = 'running';

CREATE TABLE result (
    sequence BIGINT PRIMARY KEY,
    game BIGINT NOT NULL UNIQUE REFERENCES game (number),
    finished_at BIGINT NOT NULL,
    winner TEXT CHECK (winner IN ('P1', 'P2')),
    cause TEXT NOT NULL,
    detail TEXT,
    culprit BIGINT,
    turns BIGINT NOT NULL
);

CREATE TABLE thinking (
    game BIGINT NOT NULL REFERENCES game (number),
    place BIGINT NOT NULL,
    engine BIGINT NOT NULL,
    side TEXT NOT NULL CHECK (side IN ('P1', 'P2')),
    turns BIGINT NOT NULL,
    depth_sum BIGINT NOT NULL,
    depth_turns BIGINT NOT NULL,
    nodes BIGINT NOT NULL,
    node_time BIGINT NOT NULL,
    time BIGINT NOT NULL,
    longest BIGINT NOT NULL,
    overhead_sum BIGINT NOT NULL,
    overhead_turns BIGINT NOT NULL,
    overhead_longest BIGINT NOT NULL,
    PRIMARY KEY (game, place)
);

CREATE TABLE record (
    game BIGINT PRIMARY KEY REFERENCES game (number),
    content TEXT NOT NULL
);
