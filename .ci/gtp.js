// A game and an analysis of the engine behind @sabaki/gtp. The argument is the engine.
'use strict'
const assert = require('assert')
const {Controller, ControllerStateTracker} = require('@sabaki/gtp')

const send = async (controller, line, subscriber) => {
    const [name, ...args] = line.split(' ')
    const {error, content} = await controller.sendCommand({name, args}, subscriber)
    assert(!error, `${line}: ${content}`)
    return content
}

const main = async () => {
    const controller = new Controller(process.argv[2], ['gtp', '--nodes', '500'])
    const tracker = new ControllerStateTracker(controller)
    controller.start()

    // The state that Sabaki asks for before it does anything else.
    const history = [{name: 'play', args: ['B', 'C3']}, {name: 'play', args: ['W', 'C2']}]
    await tracker.sync({komi: 0, boardsize: [5, 5], timeSettings: null, history})
    assert.strictEqual(await send(controller, 'agon-position'), '5/5/2P2/2G2/5 p 1 -')
    for (const command of ['kata-analyze', 'kata-genmove_analyze', 'undo', 'loadsgf']) {
        assert(await tracker.knowsCommand(command), command)
    }

    // Analysis runs until the next command.
    let stopped = false
    let turns = 0
    const report = ({line}) => {
        turns = Math.max(turns, line.split('info move ').length - 1)
        if (turns > 1 && !stopped) {
            stopped = true
            controller.sendCommand({name: 'name'})
        }
    }
    await send(controller, 'kata-analyze b interval 10', report)
    assert(turns > 1, 'no turns were reported')

    // An illegal turn is an error and changes nothing.
    assert((await controller.sendCommand({name: 'play', args: ['B', 'C3']})).error)

    // Sabaki goes back by undo, then the engine plays to the end.
    await tracker.sync({komi: 0, boardsize: [5, 5], timeSettings: null, history: history.slice(0, 1)})
    let colour = 'W'
    let length = 1
    for (;;) {
        let turn = null
        const read = ({line}) => { turn = (/^play (.*)$/.exec(line) || [null, turn])[1] }
        await send(controller, `kata-genmove_analyze ${colour} interval 10`, read)
        assert(turn, 'no turn')
        if (turn === 'resign') break
        colour = colour === 'B' ? 'W' : 'B'
        length += 1
        assert(length < 30, 'the game does not end')
    }
    const winner = colour === 'B' ? 'W' : 'B'
    assert.strictEqual(await send(controller, 'final_score'), `${winner}+`)
    await controller.stop()
    console.log(`@sabaki/gtp: a game of ${length} turns, an analysis of ${turns} turns`)
}

main().catch(error => {
    console.error(error)
    process.exit(1)
})
