/** A profile that was named, and of which nothing is known: no config, no secret, no state. */

import { existsSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import { COMMANDS } from '#cli/dispatch/commands.ts'
import { updateConfig } from '#credentials/profiles.ts'
import { systemClock } from '#lib/clock.ts'
import { exampleArgs } from '../support/examples.ts'
import { errorOf } from '../support/pixctl.ts'
import { runCommand, testHost } from '../support/run.ts'
import { answer, ScriptedService } from '../support/service.ts'

const TARGET = 'http://127.0.0.1:1/'

/** The arguments of commands whose first example can't run here as it is. */
const GIVEN: Readonly<Record<string, string[]>> = {
  'auth:use': ['shpo'],
  // Its example waits for a server.
  'inbox:init': [],
  'webhook:verify': ['--signature', 't=1,v1=0', '--body', 'package.json'],
}

/** They make a profile, use none, or only say that there is no such command. */
const OTHERS = ['auth:login', 'setup', 'sandbox:start', 'completion', 'charge:refund', 'charge:cancel']

let host: ReturnType<typeof testHost>
beforeEach(async () => {
  host = testHost()
  await updateConfig(host.env.PIXCTL_CONFIG_DIR!, systemClock, config => {
    config.profiles.set('shop', { baseUrl: 'http://127.0.0.1:1/api/v1' })
    config.current = 'shop'
  })
})

const run = (args: string[], env: Record<string, string> = {}) =>
  runCommand(args, { host: { ...host, env: { ...host.env, ...env } } })

const commands = Object.keys(COMMANDS).filter(id => !OTHERS.includes(id))

describe('with -p', () => {
  it.each(commands)('%s is exit 5, names the nearest one, and makes no file', async id => {
    const args = [...id.split(':'), ...(GIVEN[id] ?? exampleArgs(id))]
    const isDoctor = id === 'doctor'
    const wrong = await run([...args, '-p', 'shpo', '--json'])
    expect(errorOf(wrong).exitCode).toBe(isDoctor ? 1 : 5)
    const said = isDoctor ? wrong.stdout.replaceAll('\\', '') : errorOf(wrong).error
    expect(said).toMatch(/there is no profile "shpo"[^{]*did you mean "shop"/)
    if (!isDoctor) expect(wrong.stdout).toBe('')
    expect(existsSync(host.env.PIXCTL_DATA_DIR!)).toBe(false)
  })
})

it.each([
  ['status', 5],
  ['doctor', 1],
  // It shows the right ones.
  ['auth list', 0],
])('with PIXCTL_PROFILE %s is exit %d', async (command, code) => {
  expect(await run([...command.split(' '), '--json'], { PIXCTL_PROFILE: 'shpo' })).toMatchObject({ code })
})

it.each([['charge', 'recover', '--list'], ['webhook', 'replay', '--pending', '--to', TARGET], ['reconcile']])(
  'with a key in the environment, %s %s does not say that nothing is kept',
  async (...args) => {
    const wrong = await run([...args, '-p', 'shpo', '--json'], {
      PIXCTL_API_KEY: 'service_live_x',
      PIXCTL_BASE_URL: 'http://127.0.0.1:1/api/v1',
    })
    expect(errorOf(wrong)).toMatchObject({ exitCode: 5, error: expect.stringMatching(/no profile "shpo"/) })
  },
)

describe('is known enough', () => {
  const trigger = ['webhook', 'trigger', 'payment.approved', '--to', TARGET]
  it.each<[string, string[], Record<string, string>]>([
    ['with its API key in the environment', ['status'], { PIXCTL_API_KEY: 'service_live_1' }],
    ['with another secret there', trigger, { PIXCTL_WEBHOOK_SECRET: 'whsec_1' }],
    ['with a file of its secret', [...trigger, '--secret-file', 'nowhere'], {}],
  ])('%s', async (_name, args, env) => {
    const { error } = errorOf(await run([...args, '--json'], { PIXCTL_PROFILE: 'ci', ...env }))
    expect(error).not.toContain('no profile')
  })

  it('in a container, from the environment alone', async () => {
    await using service = await new ScriptedService(
      answer(200, {
        data: { authenticated: true, permissions: ['payments:read'], withdrawalsEnabled: false },
      }),
    ).start()
    const env = { PIXCTL_PROFILE: 'ci', PIXCTL_API_KEY: 'service_live_1', PIXCTL_BASE_URL: service.baseUrl }
    expect(await run(['status'], env)).toMatchObject({ code: 0, stderr: '' })
  })

  it('if it is the one that is used anyway', async () => {
    const empty = testHost()
    expect((await runCommand(['status', '-p', 'default', '--json'], { host: empty })).code).toBe(3)
    expect((await runCommand(['status', '-p', 'shop', '--json'], { host: empty })).code).toBe(5)
  })
})

it('named sandbox, says how to start one', async () => {
  const { error } = errorOf(await run(['status', '-p', 'sandbox', '--json']))
  expect(error).toContain('there is no profile "sandbox"')
  expect(error).toContain('pixctl sandbox start')
})
