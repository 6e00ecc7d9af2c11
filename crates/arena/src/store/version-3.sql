-- Version 3 keeps the record of a running game so far; results that were taken back; decisions about changed engines; and
-- a hash by which games that are copies of each other are known.

ALTER TABLE game ADD COLUMN progress TEXT;

ALTER TABLE tournament ADD COLUMN voided {integer} NOT NULL DEFAULT 0;

ALTER TABLE result ADD COLUMN hash {integer};

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
    hash {integer},
    content TEXT NOT NULL
){strict};

CREATE TABLE decision (
    number {identity},
    decided_at {integer} NOT NULL,
    engine {integer} NOT NULL REFERENCES engine (number),
    fingerprint TEXT NOT NULL,
    name TEXT NOT NULL,
    games {integer} NOT NULL
){strict};
