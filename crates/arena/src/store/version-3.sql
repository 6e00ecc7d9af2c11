-- Version 3 keeps the record of a running game so far.

ALTER TABLE game ADD COLUMN progress TEXT;
