/** Two stores: the profile `lojab` has secrets of its own, the environment those of another store. */

import { expect, it, onTestFinished } from 'vitest'
import { LocalMachine } from '../../support/local.ts'
import { errorOf, notesOf } from '../../support/pixctl.ts'
import { answer, answerBy, ScriptedService } from '../../support/service.ts'

const [KEY_A, KEY_B] = ['service_live_of_store_a', 'service_live_of_store_b']
const STATUS = { data: { authenticated: true, permissions: ['payments:create'], withdrawalsEnabled: false } }

/** The environment of store A, with `lojab` stored; `used` are the keys that the service has seen. */
async function twoStores(requests: number, env: Record<string, string> = {}) {
  const status = answerBy(() => answer(200, STATUS))
  const service = await new ScriptedService(...Array<typeof status>(requests).fill(status)).start()
  const machine = new LocalMachine({ PIXCTL_API_KEY: KEY_A, ...env })
  onTestFinished(() => {
    machine[Symbol.dispose]()
    return service[Symbol.asyncDispose]()
  })
  const login = (...flags: string[]) =>
    machine.pixctl(['auth', 'login', '-p', 'lojab', '--insecure-storage', ...flags], { input: KEY_B })
  const saved = await login('--base-url', service.baseUrl)
  expect(saved.code).toBe(0)
  const host = new URL(service.baseUrl).host
  const used = () => service.seen.map(({ headers }) => headers.authorization?.replace('Bearer ', ''))
  return { machine, service, saved, login, host, used }
}

it('charges the store that --profile names, whatever key is in the environment', async () => {
  const { machine, service, used, host } = await twoStores(4)
  const create = (...flags: string[]) =>
    machine.pixctl(['charge', 'create', '--amount', '1', '--timeout', '0.85', ...flags])
  const named = await create('-p', 'lojab')
  expect(named.stderr).toContain(`profile lojab at ${host}\n`)
  const current = await create()
  expect(current.stderr).toContain(`profile lojab at ${host}, with PIXCTL_API_KEY of the environment\n`)
  const byVariable = await machine.pixctl(['status'], { env: { PIXCTL_PROFILE: 'lojab' } })
  expect(byVariable.code).toBe(0)
  expect(service.seen.slice(1).map(({ method }) => method)).toEqual(['POST', 'POST', 'GET'])
  expect(used()).toEqual([KEY_B, KEY_B, KEY_A, KEY_A])
})

it('uses the key of the environment where --profile names a profile without one, and says so', async () => {
  const { machine, used, service, host } = await twoStores(2)
  const env = { PIXCTL_BASE_URL: service.baseUrl }
  const run = await machine.pixctl(
    ['charge', 'create', '--amount', '1', '-p', 'lojac', '--timeout', '0.85'],
    { env },
  )
  expect(run.stderr).toContain(`profile lojac at ${host}, with PIXCTL_API_KEY of the environment\n`)
  expect(used().at(-1)).toBe(KEY_A)
})

it('says at the login, in the list and at the logout which variables go before', async () => {
  const { machine, saved, login } = await twoStores(2, { PIXCTL_WEBHOOK_SECRET: 'whsec_a' })
  const goes = '; what is set there goes before what is stored, except for a profile that --profile names'
  expect(saved.stderr).toContain(`in the environment: PIXCTL_API_KEY${goes}\n`)
  expect(saved.stderr).not.toContain('PIXCTL_WEBHOOK_SECRET')
  expect(notesOf(await login('--json'))).toEqual([`in the environment: PIXCTL_API_KEY${goes}`])
  const both = `in the environment: PIXCTL_API_KEY and PIXCTL_WEBHOOK_SECRET${goes}`
  expect((await machine.pixctl(['auth', 'list'])).stderr).toBe(`${both}\n`)
  expect(notesOf(await machine.pixctl(['auth', 'list', '--json']))).toEqual([both])
  expect((await machine.pixctl(['auth', 'logout'])).stderr).toContain(both)
  const none = { PIXCTL_API_KEY: '', PIXCTL_WEBHOOK_SECRET: ' ' }
  expect((await machine.pixctl(['auth', 'list'], { env: none })).stderr).toBe('')
})

it('names the variable when the service refuses its key, and only then', async () => {
  const refused = answer(401, { error: 'no', code: 'unauthorized' })
  const service = await new ScriptedService(answer(200, STATUS), refused, refused, refused).start()
  using machine = new LocalMachine({ PIXCTL_API_KEY: KEY_A })
  const login = ['auth', 'login', '-p', 'lojab', '--insecure-storage', '--base-url', service.baseUrl]
  await machine.pixctl(login, { input: KEY_B })
  const says = /it comes from PIXCTL_API_KEY/
  expect(errorOf(await machine.pixctl(['status', '--json']))).toMatchObject({
    exitCode: 3,
    error: expect.stringMatching(says),
  })
  expect((await machine.pixctl(['status', '-p', 'lojab'])).stderr).not.toMatch(says)
  expect((await machine.pixctl(login, { input: 'service_live_typed' })).stderr).not.toMatch(says)
  await service[Symbol.asyncDispose]()
})

it('doctor names the variables in use', async () => {
  const { machine } = await twoStores(5, { PIXCTL_WS_TOKEN: 'service_ws_a' })
  const profile = async (...flags: string[]) => {
    const { checks } = JSON.parse((await machine.pixctl(['doctor', '--json', ...flags])).stdout)
    return (checks as { name: string; detail: string }[]).find(({ name }) => name === 'profile')!.detail
  }
  expect(await profile()).toBe(
    'lojab, with api-key, with PIXCTL_API_KEY and PIXCTL_WS_TOKEN of the environment',
  )
  expect(await profile('-p', 'lojab')).toBe('lojab, with api-key, with PIXCTL_WS_TOKEN of the environment')
})
