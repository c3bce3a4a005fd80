/** A secret is never printed and never saved. Under DEBUG: test/e2e/secrets.all.test.ts. */

import { describe, expect, it } from 'vitest'
import { passing } from '../support/clock.ts'
import { expectNoMark, itHidesSecrets, SECRETS } from '../support/hiding.ts'
import { LocalMachine } from '../support/local.ts'
import { answer, ScriptedService } from '../support/service.ts'

describe.each<[string, string[]]>([
  ['as it is', []],
  ['--debug', ['--debug']],
])('%s', (_name, flags) => {
  itHidesSecrets(env => new LocalMachine(env), {}, flags)
})

describe('a secret in the wrong place', () => {
  it.each([
    ['as an argument', ['auth', 'login', SECRETS.PIXCTL_API_KEY]],
    ['as a command', [SECRETS.PIXCTL_API_KEY]],
    ['as a flag', ['status', `--api-key=${SECRETS.PIXCTL_API_KEY}`]],
    ['as an amount', ['charge', 'create', '--amount', SECRETS.PIXCTL_WEBHOOK_SECRET]],
    ['in a base URL', ['status', '--base-url', `http://${SECRETS.PIXCTL_API_KEY}@127.0.0.1:1/api/v1`]],
    ['in its query', ['status', '--base-url', `http://127.0.0.1:1/api/v1?key=${SECRETS.PIXCTL_API_KEY}`]],
    ['as a profile', ['status', '--profile', `a/${SECRETS.PIXCTL_API_KEY}`]],
  ])('%s is refused, and not repeated', async (_name, args) => {
    using machine = new LocalMachine({ ...SECRETS, PIXCTL_BASE_URL: 'http://127.0.0.1:1/api/v1' })
    for (const flags of [[], ['--json']]) {
      // Not under DEBUG=*, where oclif prints the arguments as they were typed.
      const run = await machine.pixctl([...args, ...flags])
      expect(run.code).toBe(2)
      expectNoMark(run, machine)
    }
  })
})

it('--debug shows every request, with status and time', async () => {
  await using service = await new ScriptedService(
    answer(503, { error: 'later' }),
    answer(200, { data: { availableBalance: 1, currency: 'BRL' } }),
  ).start()
  using machine = new LocalMachine({ ...SECRETS, PIXCTL_BASE_URL: service.baseUrl })
  const { stdout, stderr } = await machine.pixctl(['balance', '--debug'], { clock: passing() })
  expect(stdout).toBe('availableBalance\t1.00\ncurrency\tBRL\n')
  expect(stderr.replaceAll(/\d+ ms/g, 'N ms')).toBe(
    `GET ${service.baseUrl}/balance 503 N ms\nGET ${service.baseUrl}/balance 200 N ms\n`,
  )
})
