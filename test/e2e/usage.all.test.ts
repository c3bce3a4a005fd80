/** Wrong usage and help, as the process itself has them; the tables are in test/commands/usage.test.ts. */

import { expect, it } from 'vitest'
import { COMMANDS } from '#cli/dispatch/commands.ts'
import { Machine } from '../support/pixctl.ts'
import { volume } from '../support/volume.ts'

it('--version needs no home', async () => {
  using machine = new Machine({ HOME: '/nowhere' })
  const { stdout, code } = await machine.pixctl(['--version'])
  expect(code).toBe(0)
  expect(stdout).toMatch(/^pixctl\/\d+\.\d+\.\d+\n$/)
})

it('every command of the built tool loads, and refuses a flag that it does not have', async () => {
  using machine = new Machine()
  const ids = Object.keys(COMMANDS)
  expect(ids.length).toBeGreaterThan(50)
  const refused = { code: 2, stdout: '', stderr: expect.stringMatching(/^error: /) }
  for (let at = 0; at < ids.length; at += volume(1, 8)) {
    expect(await machine.pixctl([...ids[at]!.split(':'), '--nonsense']), ids[at]).toMatchObject(refused)
  }
})
