import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { KEYCHAIN_SERVICE, type Keytar, openKeychain } from '#credentials/keychain.ts'
import { systemClock } from '#lib/clock.ts'
import { Stopped } from '#lib/failure.ts'
import { passing } from '../support/clock.ts'
import { temporaryFolder } from '../support/folder.ts'
import { describeWith, type Ended, emptyBus, failureOf, KEYRING, runChild, silentBus } from './support.ts'

const SECRET = 'service_live_a_key_of_the_tests'

function answerOf({ stdout, stderr }: Ended) {
  expect(stdout, stderr).toMatch(/^\{.*\}\n$/)
  return JSON.parse(stdout)
}

/** An error names what to do without a keychain, and never the secret. A child that waits for ever is killed, with no exit code. */
function expectClearError(ended: Ended, problem: string) {
  expect(answerOf(ended)).toMatchObject({ problem })
  const { next } = answerOf(ended)
  expect(next.join('\n')).toContain('PIXCTL_API_KEY')
  expect(next.join('\n')).toContain('--insecure-storage')
  expect(ended.stdout + ended.stderr).not.toContain(SECRET)
  expect(ended.exitCode).toBe(3)
}

describeWith('service', 'a real Secret Service', () => {
  test('keeps, gives, replaces and removes a secret', async () => {
    const keychain = openKeychain({ clock: systemClock })
    expect(await keychain.get('direct', 'api-key')).toBeNull()
    await keychain.set('direct', 'api-key', SECRET)
    expect(await keychain.get('direct', 'api-key')).toBe(SECRET)
    await keychain.set('direct', 'api-key', 'service_live_another')
    expect(await keychain.get('direct', 'api-key')).toBe('service_live_another')
    expect(await keychain.delete('direct', 'api-key')).toBe(true)
    expect(await keychain.delete('direct', 'api-key')).toBe(false)
    expect(await keychain.get('direct', 'api-key')).toBeNull()
    expect(keychain.unanswered).toBe(0)
  })

  test('keeps profiles and kinds apart, under the documented service and account', async () => {
    const keychain = openKeychain({ clock: systemClock })
    await keychain.set('one', 'api-key', 'service_live_one')
    await keychain.set('two', 'api-key', 'service_live_two')
    await keychain.set('two', 'webhook-secret', 'whsec_a\nwhsec_b')
    const { default: keytar } = await import('keytar')
    const found = await keytar.findCredentials(KEYCHAIN_SERVICE)
    expect(found).toEqual(
      expect.arrayContaining([
        { account: 'one/api-key', password: 'service_live_one' },
        { account: 'two/api-key', password: 'service_live_two' },
        { account: 'two/webhook-secret', password: 'whsec_a\nwhsec_b' },
      ]),
    )
    await Promise.all([
      keychain.delete('one', 'api-key'),
      keychain.delete('two', 'api-key'),
      keychain.delete('two', 'webhook-secret'),
    ])
  })

  test('outlives the process that stored it', async () => {
    const stored = await runChild('ask-keychain.ts', ['set', 'outlives', SECRET])
    expect(stored).toMatchObject({ exitCode: 0 })
    expect(answerOf(await runChild('ask-keychain.ts', ['get', 'outlives']))).toEqual({
      answer: SECRET,
      unanswered: 0,
    })
    expect(answerOf(await runChild('ask-keychain.ts', ['delete', 'outlives']))).toMatchObject({
      answer: true,
    })
  })
})

describeWith('service', 'a locked keyring', () => {
  // Node and the script are $0 and $1. Each test has its own session: locking a shared one would lock out the other tests.
  const lock =
    'dbus-send --session --print-reply --dest=org.freedesktop.secrets /org/freedesktop/secrets ' +
    'org.freedesktop.Secret.Service.Lock array:objpath:/org/freedesktop/secrets/collection/login >/dev/null'
  const lockedFirst = [
    KEYRING,
    'sh',
    '-c',
    `"$0" "$1" set shop ${SECRET} >/dev/null && ${lock} && exec "$0" "$@"`,
  ]
  const env = { DISPLAY: undefined, WAYLAND_DISPLAY: undefined }

  test('gives nothing for a secret it has', async () => {
    const ended = await runChild('ask-keychain.ts', ['get', 'shop'], { env, under: lockedFirst })
    expect(answerOf(ended)).toEqual({ answer: null, unanswered: 0 })
    expect(ended).toMatchObject({ exitCode: 0 })
  })

  test('refuses a new secret, and the error says that it is locked', async () => {
    const ended = await runChild('ask-keychain.ts', ['set', 'other', SECRET], { env, under: lockedFirst })
    expectClearError(ended, 'keychain_locked')
    expect(answerOf(ended).message).toContain('locked')
  })
})

describeWith('library', 'no Secret Service', () => {
  test('no D-Bus at its address', async () => {
    const env = { DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(temporaryFolder(), 'nothing')}` }
    expectClearError(await runChild('ask-keychain.ts', ['get', 'shop'], { env }), 'no_keychain')
    expectClearError(await runChild('ask-keychain.ts', ['set', 'shop', SECRET], { env }), 'no_keychain')
    expectClearError(await runChild('ask-keychain.ts', ['delete', 'shop'], { env }), 'no_keychain')
  })

  test('no D-Bus address, and no display to start one by', async () => {
    const env = {
      DBUS_SESSION_BUS_ADDRESS: undefined,
      DISPLAY: undefined,
      XDG_RUNTIME_DIR: temporaryFolder(),
    }
    expectClearError(await runChild('ask-keychain.ts', ['get', 'shop'], { env }), 'no_keychain')
  })

  test('a D-Bus that never answers: within the time limit, with the right exit code', async () => {
    const env = { DBUS_SESSION_BUS_ADDRESS: await silentBus() }
    const operations = [
      ['get', 'shop'],
      ['set', 'shop', SECRET],
    ]
    const runs = operations.map(operation => runChild('ask-keychain.ts', operation, { env }))
    for (const ended of await Promise.all(runs)) {
      expectClearError(ended, 'keychain_timeout')
      expect(answerOf(ended)).toMatchObject({ unanswered: 1 })
      expect(ended.stderr).toBe('')
    }
  })
})

describeWith('service', 'a D-Bus without a Secret Service', () => {
  test('is no keychain', async () => {
    const env = { DBUS_SESSION_BUS_ADDRESS: await emptyBus() }
    expectClearError(await runChild('ask-keychain.ts', ['get', 'shop'], { env }), 'no_keychain')
  })
})

describe.runIf(process.platform === 'linux')('no libsecret', () => {
  test('is no keychain: the loader does not find the library', async () => {
    // The real binary, whose library's name is changed to one that no machine has.
    const folder = join(temporaryFolder(), 'keytar')
    const keytar = dirname(dirname(createRequire(import.meta.url).resolve('keytar')))
    const binary = `prebuilds/linux-${process.arch}/keytar.node`
    cpSync(join(keytar, 'lib'), join(folder, 'lib'), { recursive: true })
    mkdirSync(dirname(join(folder, binary)), { recursive: true })
    const bytes = readFileSync(join(keytar, binary))
    const name = bytes.indexOf('libsecret-1.so.0')
    expect(name).toBeGreaterThan(0)
    bytes.write('libabsent-1.so.0', name, 'latin1')
    writeFileSync(join(folder, binary), bytes)

    const ended = await runChild('ask-keychain.ts', ['get', 'shop'], {
      env: { KEYTAR: join(folder, 'lib/keytar.js') },
    })
    expectClearError(ended, 'no_keychain')
    expect(answerOf(ended).message).toContain('libsecret')
  })
})

describe('any keychain', () => {
  const keytar = (override: Partial<Keytar>): Keytar => ({
    getPassword: async () => null,
    setPassword: async () => {},
    deletePassword: async () => false,
    ...override,
  })
  const never = () => new Promise<never>(() => {})

  test('is not asked again after it was silent once', async () => {
    let asked = 0
    const getPassword = () => {
      asked += 1
      return never()
    }
    const clock = passing()
    const keychain = openKeychain({ clock, load: async () => keytar({ getPassword }) })
    for (const kind of ['api-key', 'ws-token'] as const) {
      expect(await failureOf(keychain.get('shop', kind))).toMatchObject({ problem: 'keychain_timeout' })
    }
    expect(asked).toBe(1)
    expect(keychain.unanswered).toBe(1)
  })

  test('counts a late answer as one, and a late refusal is not an unhandled rejection', async () => {
    for (const how of ['resolve', 'reject'] as const) {
      const late = Promise.withResolvers<string | null>()
      const load = async () => keytar({ getPassword: () => late.promise })
      const keychain = openKeychain({ clock: passing(), load })
      expect(await failureOf(keychain.get('shop', 'api-key'))).toMatchObject({ problem: 'keychain_timeout' })
      expect(keychain.unanswered).toBe(1)
      // vitest fails the run on an unhandled rejection.
      if (how === 'resolve') late.resolve(null)
      else late.reject(new Error('too late'))
      await new Promise(setImmediate)
      expect(keychain.unanswered).toBe(0)
    }
  })

  test('is not waited for when the user interrupts', async () => {
    const controller = new AbortController()
    const reason = new Stopped('interrupted')
    const getPassword = () => new Promise<never>(() => controller.abort(reason))
    const keychain = openKeychain({
      clock: systemClock,
      signal: controller.signal,
      load: async () => keytar({ getPassword }),
    })
    await expect(keychain.get('default', 'api-key')).rejects.toBe(reason)
    // The process must be ended in another way than by process.exit().
    expect(keychain.unanswered).toBe(1)
  })

  test('that throws at once has answered', async () => {
    const throwing = openKeychain({
      clock: systemClock,
      load: async () =>
        keytar({
          setPassword: () => {
            throw new Error('Password is required.')
          },
        }),
    })
    expect(await failureOf(throwing.set('shop', 'api-key', ''))).toMatchObject({ problem: 'no_keychain' })
    expect(throwing.unanswered).toBe(0)
  })
})
