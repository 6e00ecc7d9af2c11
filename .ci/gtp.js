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
    let turns = 0
    for (const command of ['analyze', 'lz-analyze', 'kata-analyze']) {
        let stopped = false
        turns = 0
        const report = ({line}) => {
            turns = Math.max(turns, line.split('info move ').length - 1)
            if (turns > 1 && !stopped) {
                stopped = true
                controller.sendCommand({name: 'name'})
            }
        }
        await send(controller, `${command} b interval 10`, report)
        assert(turns > 1, `${command}: no turns were reported`)
    }

    // Clocks, parameters, and searches that play nothing.
    const timeSettings = {mainTime: 60, byoyomiTime: 10, byoyomiStones: 5}
    await tracker.sync({komi: 0, boardsize: [5, 5], timeSettings, history})
    for (const kind of (await send(controller, 'kata-list_time_settings')).split(' ')) {
        const times = {absolute: '60', byoyomi: '60 10 3', canadian: '60 10 3', fischer: '60 5', 'fischer-capped': '60 5 90 -1'}
        await send(controller, `kata-time_settings ${kind} ${times[kind] || ''}`.trim())
    }
    await send(controller, 'time_left b 30 0')
    await send(controller, 'kata-time_settings none')
    await send(controller, 'kata-set-param Nodes 400')
    assert.strictEqual(await send(controller, 'kata-get-param Nodes'), '400')
    for (const command of ['reg_genmove b', 'kata-search b']) {
        assert(/^[A-E][1-5]$/.test(await send(controller, command)), command)
    }
    let searched = ''
    await send(controller, 'kata-search_analyze b interval 10', ({line}) => { if (line.startsWith('play ')) searched = line })
    assert(/^play [A-E][1-5]$/.test(searched), searched)
    assert(/^symmetry 0/.test(await send(controller, 'kata-raw-nn 0')))
    assert(/SZ\[5\];B\[cc\];W\[cd\]/.test(await send(controller, 'printsgf')))
    assert.strictEqual(await send(controller, 'agon-position'), '5/5/2P2/2G2/5 p 1 -')

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
