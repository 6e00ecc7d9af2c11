-- Version 2 keeps the engines' thinking as JSON in `result`. Version 1 had it in a table of its own, in nanoseconds.

ALTER TABLE result ADD COLUMN thinking TEXT NOT NULL DEFAULT '[]';

UPDATE result SET thinking = CAST((
    SELECT {json array}({json object}(
        'engine', engine,
        'side', side,
        'turns', turns,
        'time', {json object}('secs', time / 1000000000, 'nanos', time % 1000000000),
        'longest', {json object}('secs', longest / 1000000000, 'nanos', longest % 1000000000),
        'depth', depth_sum,
        'depth_turns', depth_turns,
        'nodes', nodes,
        'nodes_time', {json object}('secs', node_time / 1000000000, 'nanos', node_time % 1000000000),
        'overhead', {json object}('secs', overhead_sum / 1000000000, 'nanos', overhead_sum % 1000000000),
        'overhead_turns', overhead_turns,
        'longest_overhead', {json object}('secs', overhead_longest / 1000000000, 'nanos', overhead_longest % 1000000000)
    ))
    FROM (SELECT * FROM thinking WHERE thinking.game = result.game ORDER BY place) AS engines
) AS TEXT)
WHERE EXISTS (SELECT 1 FROM thinking WHERE thinking.game = result.game);

DROP TABLE thinking;
