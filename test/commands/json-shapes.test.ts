/** The help of each command says what `--json` prints. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BaseCommand } from '#cli/base-command.ts'
import { COMMANDS } from '#cli/dispatch/commands.ts'
import { describedWithJson } from '#cli/dispatch/help/described.ts'
import { LocalMachine } from '../support/local.ts'
import { runCommand } from '../support/run.ts'
import { keepSandboxOn, type StartedSandbox } from '../support/sandbox.ts'

/** What the help of a command says of its JSON. */
async function shapeOf(id: string): Promise<string | undefined> {
  const command = (await COMMANDS[id]!()).default as typeof BaseCommand
  return /^JSON: (.+)$/m.exec(describedWithJson(command))?.[1]
}

it('of every command', async () => {
  const without: string[] = []
  for (const id of Object.keys(COMMANDS)) if ((await shapeOf(id)) === undefined) without.push(id)
  expect(without).toEqual([])
})

describe('has the names that are printed, and no other:', () => {
  const machine = new LocalMachine()
  let sandbox: StartedSandbox

  const run = (...args: string[]) => runCommand(args, { host: machine.host() })

  beforeAll(async () => {
    sandbox = await keepSandboxOn(machine.host(), '--data', ':memory:')
    await run('charge', 'create', '--amount', '1')
    await run('sandbox', 'fault', 'add', '--on', 'webhook', '--delay', '1s')
    await run('sandbox', 'webhook', 'add', 'http://127.0.0.1:9/')
  })

  afterAll(async () => {
    await sandbox.stop()
    machine[Symbol.dispose]()
  })

  it.each<[string, string[]]>([
    ['auth list', []],
    ['balance', []],
    ['status', []],
    ['charges sync', []],
    ['doctor', []],
    ['reconcile', []],
    ['state', []],
    ['state prune', ['--keep', '2d', '--yes']],
    ['webhook verify', ['--signature', 't=1,v1=0', '--body', 'package.json']],
    ['sandbox deposit', ['10.50']],
    ['sandbox open', []],
    ['sandbox key create', ['--expires', '1h']],
    ['sandbox key list', []],
    ['sandbox webhook add', ['http://127.0.0.1:9/2']],
    ['sandbox webhook list', []],
    ['sandbox fault add', ['--on', 'get', '--status', '503', '--times', '1']],
    ['sandbox fault list', []],
    ['sandbox fault clear', []],
    ['sandbox store add', ['filial']],
    ['sandbox store remove', ['filial']],
    ['sandbox store list', []],
    ['sandbox store disable', []],
    ['sandbox store enable', []],
    ['sandbox token rotate', []],
  ])('%s %j', async (command, args) => {
    const { stdout } = await run(...command.split(' '), ...args, '--json')
    const found: unknown = JSON.parse(stdout)
    const shape = (await shapeOf(command.replaceAll(' ', ':')))!
    expect(Array.isArray(found)).toBe(shape.startsWith('['))
    const object: object = Array.isArray(found) ? found[0] : found
    // The names of the outermost object: what is inside of others is in their brackets.
    const outer = shape.replace(/^\[/, '').replace(/(?<=.)(\[[^\]]*\]|:\{[^}]*\})/g, '')
    expect(outer.match(/\w+/g)!.toSorted()).toEqual(Object.keys(object).toSorted())
  })

  it.each<[string[], string]>([
    [['charges', 'list'], '"data":[…], "pagination":{…}'],
    [['charges', 'list', '--status', 'PAID'], '"data":[…], "more"'],
    [['charges', 'list', '--sum'], '{"count", "amount", "fee", "netAmount", "byStatus":{…}, "complete"}'],
    [['report'], '{"since", "until", "rows":['],
  ])('%j', async (args, part) => {
    const shape = (await shapeOf(args.slice(0, 2).join(':')))!
    expect(shape).toContain(part)
    const { stdout } = await run(...args, '--json')
    const names = Object.keys(JSON.parse(stdout))
    for (const name of part.match(/(?<=")\w+(?=")/g)!) expect(names).toContain(name)
  })
})
