/** That no secret shows: the cases, for commands in this process and as processes. */

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { LocalMachine } from './local.ts'
import type { Machine, Run } from './pixctl.ts'
import { type Act, answer, cut, cutHalfway, ONE_ATTEMPT, paymentBody, ScriptedService } from './service.ts'

/** In no other word of the tool, so that any trace of it is found. */
const MARK = 'Zq7XwJ4kPm2R'
export const SECRETS = {
  PIXCTL_API_KEY: `service_live_${MARK}A`,
  PIXCTL_WS_TOKEN: `service_ws_${MARK}B`,
  PIXCTL_WEBHOOK_SECRET: `whsec_${MARK}C`,
}
/** The files under the folders that hold the mark, or are open to others. */
function exposed(...folders: string[]): string[] {
  return folders.flatMap(folder =>
    (statSync(folder, { throwIfNoEntry: false }) ? readdirSync(folder, { recursive: true }) : [])
      .map(name => join(folder, String(name)))
      .filter(path => {
        const entry = statSync(path)
        if ((entry.mode & 0o077) !== 0) return true
        return entry.isFile() && readFileSync(path).includes(MARK)
      }),
  )
}

export function expectNoMark({ stdout, stderr }: Run, machine: Pick<Machine, 'configDir' | 'dataDir'>): void {
  expect(`${stdout}\n${stderr}`.split('\n').filter(line => line.includes(MARK))).toEqual([])
  expect(exposed(machine.configDir, machine.dataDir)).toEqual([])
}

const echo = (status: number): Act =>
  answer(status, {
    error: `no access for Bearer ${SECRETS.PIXCTL_API_KEY}`,
    code: SECRETS.PIXCTL_API_KEY,
  })

/** Defines the cases of commands that meet a secret. */
export function itHidesSecrets(
  newMachine: (env?: Record<string, string>) => Machine | LocalMachine,
  env: Record<string, string>,
  flags: string[],
): void {
  it.each<[string, Act]>([
    ['a charge that was made', answer(201, { data: paymentBody() })],
    ['an answer that repeats the key', echo(401)],
    ['a broken answer that repeats the key', answer(201, SECRETS.PIXCTL_API_KEY)],
    ['a failure that repeats the key', echo(503)],
    ['a cut connection', cut],
    ['a cut answer that repeats the key', cutHalfway(201, { data: `${SECRETS.PIXCTL_API_KEY} `.repeat(9) })],
    [
      'a charge in whose fields the key does not belong',
      answer(201, { data: paymentBody({ amount: SECRETS.PIXCTL_API_KEY }) }),
    ],
    ['a redirect to an address with the key', answer(302, '', { location: `/${SECRETS.PIXCTL_API_KEY}` })],
  ])('charge create hides it after %s', async (_what, act) => {
    await using service = await new ScriptedService(act).start()
    using machine = newMachine({ ...SECRETS, PIXCTL_BASE_URL: service.baseUrl })
    const args = ['charge', 'create', '--amount', '10.50', ...ONE_ATTEMPT, ...flags]
    expectNoMark(await machine.pixctl(args, { env }), machine)
    expect(service.seen[0]?.headers.authorization).toBe(`Bearer ${SECRETS.PIXCTL_API_KEY}`)
    // Never in the address.
    expect(service.seen[0]?.url).toBe('/api/v1/payments')
  })

  it('charge recover hides it', async () => {
    await using service = await new ScriptedService(cut, echo(403)).start()
    using machine = newMachine({ ...SECRETS, PIXCTL_BASE_URL: service.baseUrl })
    expectNoMark(await machine.pixctl(['charge', 'create', '--amount', '1', ...ONE_ATTEMPT]), machine)
    expectNoMark(await machine.pixctl(['charge', 'recover', '--json', ...flags], { env }), machine)
  })

  it('auth login hides what is piped into it, and the file it goes to is the only one', async () => {
    const status = { authenticated: true, permissions: ['payments:read'], withdrawalsEnabled: false }
    await using service = await new ScriptedService(answer(200, { data: status })).start()
    using machine = newMachine()
    const args = ['auth', 'login', '--base-url', service.baseUrl, '--insecure-storage', ...flags]
    const run = await machine.pixctl(args, { env, input: `${SECRETS.PIXCTL_API_KEY}\n` })
    expect(run.code).toBe(0)
    expect(run.stdout + run.stderr).not.toContain(MARK)
    expect(exposed(machine.configDir)).toEqual([join(machine.configDir, 'secrets.json')])
    expect(statSync(join(machine.configDir, 'secrets.json')).mode & 0o777).toBe(0o600)
    expect(statSync(machine.configDir).mode & 0o777).toBe(0o700)
  })

  it('auth login hides a key that was refused, and keeps nothing', async () => {
    await using service = await new ScriptedService(echo(401)).start()
    using machine = newMachine()
    const args = ['auth', 'login', '--base-url', service.baseUrl, '--insecure-storage', ...flags]
    const run = await machine.pixctl(args, { env, input: SECRETS.PIXCTL_API_KEY })
    expect(run.code).toBe(3)
    expectNoMark(run, machine)
    expect(statSync(join(machine.configDir, 'config.json'), { throwIfNoEntry: false })).toBeUndefined()
  })

  it.each([
    ['with the prefix of another kind', `whsec_${MARK}`],
    ['with white space inside', `service_live_${MARK} ${MARK}`],
    ['with no prefix', MARK],
  ])('auth login hides a key %s', async (_what, input) => {
    using machine = newMachine()
    const args = ['auth', 'login', '--base-url', 'http://127.0.0.1:1/api/v1', ...flags]
    const run = await machine.pixctl([...args, '--insecure-storage'], { env, input })
    expect(run.code).toBe(2)
    expectNoMark(run, machine)
  })
}
