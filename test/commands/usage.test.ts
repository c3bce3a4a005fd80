/** Wrong usage is exit 2, in a few words or in one line of JSON, before anything is sent. */

import { describe, expect, it } from 'vitest'
import { LocalMachine } from '../support/local.ts'
import { errorOf } from '../support/pixctl.ts'
import { ScriptedService } from '../support/service.ts'

const KEY = 'service_live_of_a_test'

it.each<[string, [args: string, says: string][]]>([
  [
    'an amount',
    [
      ['charge create --amount 1.000', 'write 1000.00 or 1.00'],
      ['charge create --amount -1', '-1'],
      ['charge create --amount=-1', '-1'],
      ['charge create --amount 1000.01', '1000.00'],
      ['charge create --amount=', 'amount'],
      ['charge create --amount', 'amount'],
      ['charge create', '--amount is missing'],
      ['charge confirm pay_1', 'amount'],
      ['charge confirm pay_1 --amount 1.000', 'write 1000.00 or 1.00'],
      ['sandbox deposit 1e3', '1e3'],
    ],
  ],
  [
    'a value',
    [
      ['charge create --amount 1 --validity 45m', '45m'],
      ['charge create --amount 1 --validity=', 'not an empty word'],
      ['charge create --amount 1 --qr=', 'not an empty word'],
      ['charges list --all --rate-limit=', 'not an empty word'],
      ['charges list --limit=', 'not an empty word'],
      ['webhook listen --forward-to 3000 --park-on=', 'not an empty word'],
      ['webhook listen --monitor=', 'not an empty word'],
      ['webhook listen --inspect=', 'not an empty word'],
      ['webhook listen --secret-file=', 'a file without a name'],
      ['charge create --amount 1 --idempotency-key abc', 'abc'],
      ['charge create --amount 1 --idempotency-key 7c9e6679-7425-40de-944b-e07fc1f90ae70', 'UUID'],
      ['charge create --amount 1 --qr code.gif', 'code.gif'],
      ['charge create --amount 1 --wait-timeout 5m', '--wait'],
      ['charge create --amount 1 --wait --wait-timeout soon', 'soon'],
      ['charge create --amount 1 -q --json', 'quiet'],
      ['charges list --page 0', '--page'],
      ['charges list --page 1001', '1001'],
      ['charges list --limit 0', '--limit'],
      ['charges list --limit 101 --page 2', 'leave --page out'],
      ['charges list --status PAYED', 'for example: --status paid'],
      ['charges list --rate-limit 60', '--all'],
      ['charges list --all --rate-limit 0', '--rate-limit'],
      ['charges list --all --page 2', 'all'],
      ['charges list --csv --json', 'csv'],
      ['charges list --csv -q', 'csv'],
      ['charges list --csv-style excel-br', '--csv'],
      ['charges list --csv --csv-style excel', 'rfc4180, excel-br'],
      ['charge create --from a.csv --csv-style excel-br', '--csv'],
      ['charges list -q --json', 'quiet'],
      ['charges get pay_1 -q --json', 'quiet'],
      ['charges get a/b', 'a/b'],
      [`charges get ${'x'.repeat(101)}`, 'id'],
      ['charges get ../balance', 'id'],
      ['charge wait a/b', 'a/b'],
      ['charges get', 'an argument is missing'],
      ['charge wait pay_1 --wait-timeout -1', '-1'],
      ['charge recover pay_1', 'pay_1'],
      ['sandbox start --port 70000', '70000'],
      ['sandbox start --rate-limit none', 'none'],
      ['sandbox seed 0', '0'],
      ['sandbox seed 1000000', '1000000'],
      ['sandbox key create --permission withdraw', 'payments:create'],
      ['auth login --kind password', 'api-key'],
      ['auth use', 'profile'],
      ['auth use ../x', 'profile'],
    ],
  ],
  [
    'a global flag',
    [
      ['charge create --amount 1 --timeout 0', '--timeout'],
      ['status --profile=', 'profile'],
      ['status --profile ../../etc', 'profile'],
      ['status --base-url http://example.com/api/v1', 'https'],
      ['status --base-url http://127.0.0.1.example.com/api/v1', 'https'],
      ['status --base-url http://localhost@example.com/api/v1', 'user name'],
      ['status --base-url https://user:pass@example.com/api/v1', 'user name'],
      ['status --base-url https://example.com/api/v1?x=1', '?'],
      ['status --base-url https://example.com/api/v1#x', '#'],
      ['status --base-url example.com/api/v1', 'address'],
      ['status --base-url ftp://example.com/', 'https'],
      ['status --base-url file:///etc/passwd', 'https'],
    ],
  ],
  [
    'a word',
    [
      ['bogus', 'unknown command: pixctl bogus'],
      ['charge bogus', 'unknown command: pixctl charge bogus'],
      ['chrge create', 'did you mean: pixctl charge create'],
      ['statsu', 'did you mean: pixctl status'],
      ['__proto__', 'unknown command'],
      ['constructor', 'unknown command'],
      ['--bogus', '--bogus'],
      ['status --bogus', '--bogus'],
      ['status -x', '-x'],
      ['charge create --amount 1 --api-key x', '--api-key'],
      ['status extra', 'extra'],
      ['charges get pay_1 pay_2', 'pay_2'],
      ['help bogus', 'bogus'],
      ['bogus --help', 'bogus'],
    ],
  ],
])('%s that is wrong is exit 2, and nothing is sent', async (_name, table) => {
  await using service = await new ScriptedService().start()
  using machine = new LocalMachine({ PIXCTL_API_KEY: KEY, PIXCTL_BASE_URL: service.baseUrl })
  for (const [line, says] of table) {
    const args = line.split(' ')
    const plain = await machine.pixctl(args)
    const json = await machine.pixctl([...args, '--json'])
    expect({ line, stdout: plain.stdout, code: plain.code }).toEqual({ line, stdout: '', code: 2 })
    if (!args.includes('--json')) expect(plain.stderr, line).toMatch(/^error: /)
    expect(plain.stderr, line).toContain(says)
    expect(plain.stderr.split('\n').length, line).toBeLessThan(7)
    // In other words where --json itself is one of the mistakes.
    expect(json.stdout, line).toBe('')
    expect(errorOf(json).exitCode, line).toBe(2)
  }
  expect(service.seen).toEqual([])
})

it('prints no JSON when --json comes after --', async () => {
  using machine = new LocalMachine()
  const { stderr, code } = await machine.pixctl(['status', '--', '--json'])
  expect(code).toBe(2)
  expect(stderr).toMatch(/^error: /)
})

it('without a profile is exit 3, and says how to log in: an empty variable is an unset one', async () => {
  using machine = new LocalMachine({ PIXCTL_API_KEY: '', PIXCTL_BASE_URL: '', PIXCTL_PROFILE: '' })
  const run = await machine.pixctl(['status', '--json'])
  expect(errorOf(run)).toMatchObject({ exitCode: 3, error: expect.stringContaining('pixctl auth login') })
})

it.each(['', 'service_ws_of_another_kind', 'service_live_', 'service_live_a b', 'plain'])(
  'a value in PIXCTL_API_KEY that isn’t an API key is exit 3: %j',
  async key => {
    await using service = await new ScriptedService().start()
    using machine = new LocalMachine({ PIXCTL_API_KEY: key, PIXCTL_BASE_URL: service.baseUrl })
    expect(errorOf(await machine.pixctl(['status', '--json'])).exitCode).toBe(3)
  },
)

describe('help', () => {
  it('offers no flag that takes a secret', async () => {
    using machine = new LocalMachine()
    const { stdout } = await machine.pixctl(['auth', 'login', '--help'])
    expect(stdout).not.toMatch(/--(api-key|token|secret|password)\b/)
  })
})
