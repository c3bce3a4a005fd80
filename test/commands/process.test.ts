/** Commands in this process leave it as it was: what one did to it would show in the next. */

import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { againstLocal } from '../support/scripted.ts'
import { answer } from '../support/service.ts'

const state = () => ({
  exitCode: process.exitCode,
  listeners: process.eventNames().map(name => [name, process.listenerCount(name)]),
  output: [process.stdout, process.stderr].map(stream => stream.listenerCount('error')),
  variables: Object.keys(process.env),
  folder: process.cwd(),
})

it.each([
  ['succeeds', ['status'], 0],
  ['is used wrongly', ['chrge', '--json'], 2],
  ['asks for help', ['charge', 'create', '--help'], 0],
  ['is refused', ['charge', 'create', '--amount', '1'], 3],
])('a command that %s leaves this process as it was', async (_name, args, code) => {
  // Loaded once, whatever comes first: what loading adds is no trace of a run.
  await import('#cli/host/host.ts')
  const status = { authenticated: true, permissions: [], withdrawalsEnabled: false }
  const act = code === 0 ? answer(200, { data: status }) : answer(401, { error: 'no' })
  const before = state()
  let folder: string
  {
    const asked = args[0] === 'status' || code === 3
    await using it = await againstLocal(...(asked ? [act] : []))
    folder = it.machine.folder
    expect((await it.machine.pixctl(args)).code).toBe(code)
  }
  expect(state()).toEqual(before)
  expect(existsSync(folder)).toBe(false)
})
