/** Wrong usage and help, as the process itself has them; the tables are in test/commands/usage.test.ts. */

import { describe, expect, it } from 'vitest'
import { COMMANDS } from '#cli/dispatch/commands.ts'
import { errorOf, Machine } from '../support/pixctl.ts'
import { volume } from '../support/volume.ts'

it('wrong usage is exit 2, in a few words or in one line of JSON', async () => {
  using machine = new Machine()
  const args = ['chrge', 'create']
  const [plain, json] = await Promise.all([machine.pixctl(args), machine.pixctl([...args, '--json'])])
  expect({ stdout: plain.stdout, code: plain.code }).toEqual({ stdout: '', code: 2 })
  expect(plain.stderr).toMatch(/^error: /)
  expect(plain.stderr).toContain('did you mean: pixctl charge create')
  expect(json.stdout).toBe('')
  expect(errorOf(json).exitCode).toBe(2)
})

describe('help', () => {
  it('is on stdout, exit 0', async () => {
    using machine = new Machine()
    const { stdout, stderr, code } = await machine.pixctl(['charge', 'create', '--help'])
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
    expect(stdout).toContain('--amount')
  })

  it('and --version need no home and write nothing', async () => {
    using machine = new Machine({ HOME: '/nowhere' })
    const { stdout, code } = await machine.pixctl(['--version'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^pixctl\/\d+\.\d+\.\d+\n$/)
    expect((await machine.pixctl(['--json', '--version'])).stdout).toBe(stdout)
  })
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
