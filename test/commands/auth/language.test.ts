/** Accounts, and what is kept on this machine, as a Brazilian sees them; scripts read the same in both languages. */

import { describe, expect, it } from 'vitest'
import { begin, openJournal } from '../../charges/creations/unresolved.ts'
import { LocalMachine } from '../../support/local.ts'
import { openLocalStore } from '../../support/store.ts'

const store = await openLocalStore()
const { baseUrl, apiKey } = store.sandbox
const PORTUGUESE = { LC_ALL: 'pt_BR.UTF-8' }
const WIDE = { columns: 120, rows: 40 }

/** A machine that is logged in, with one charge that wasn't finished. */
async function shop(): Promise<LocalMachine> {
  const machine = new LocalMachine({})
  await machine.pixctl(['auth', 'login', '--insecure-storage', '--base-url', baseUrl], { input: apiKey })
  begin(await openJournal(machine.dataDir))
  return machine
}

describe('scripts read the same', () => {
  it.each([
    ['status'],
    ['status', '--json'],
    ['auth', 'list'],
    ['auth', 'list', '--json'],
    ['state'],
    ['state', '--json'],
    ['state', 'prune', '--keep', '2d', '--yes'],
    ['charges', 'get', 'pay_unknown', '--json'],
  ])('%s %s', async (...args) => {
    using machine = await shop()
    const [english, portuguese] = [
      await machine.pixctl(args),
      await machine.pixctl(args, { env: PORTUGUESE }),
    ]
    const bytes = ({ stdout, code, stderr }: typeof english) =>
      // The time up to which something is dropped is that of the run.
      [stdout.replace(/^olderThan\t.*$/m, ''), code, args.includes('--json') ? stderr : '']
    expect(bytes(portuguese)).toEqual(bytes(english))
    expect(english.stdout + english.stderr).not.toBe('')
  })
})

describe('a question for yes or no', () => {
  const ask = async (machine: LocalMachine, answer: string, env: Record<string, string>) =>
    await machine.pixctl(['state', 'prune', '--keep', '2d', '--no-color'], {
      env,
      input: answer,
      terminal: WIDE,
    })

  it.each([
    ['sim\n', true],
    ['S\n', true],
    ['y\n', true],
    ['não\n', false],
    ['nao\n', false],
    ['\n', false],
    ['talvez\nsim\n', true],
    ['talvez\nn\n', false],
  ])('takes %j in both languages', async (answer, yes) => {
    using machine = await shop()
    for (const env of [{ TERM: 'dumb' }, { TERM: 'dumb', ...PORTUGUESE }]) {
      const { stderr, code } = await ask(machine, answer, env)
      expect(code).toBe(yes ? 0 : 2)
      const isEnglish = !('LC_ALL' in env)
      expect(stderr).toContain(isEnglish ? '(y/N) ' : '(s/N) ')
      if (answer.startsWith('talvez'))
        expect(stderr).toContain(isEnglish ? 'answer y or n' : 'responda s ou n')
    }
  })

  it('takes it where the terminal has escape codes too', async () => {
    using machine = await shop()
    const run = await ask(machine, 's\r', { TERM: 'xterm', ...PORTUGUESE })
    expect(run.code).toBe(0)
    expect(run.stderr).toMatch(/Descartar o que já terminou e é anterior a \d\d\/\d\d\/\d{4}/)
    expect(run.stderr).toContain('Sim')
  })
})
