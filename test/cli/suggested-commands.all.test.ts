/** Every command that a message suggests is run here, as it was printed: it must be one that works. */

import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openInbox, saveCursor } from '../inbox/arriving.ts'
import { FakeClock } from '../support/clock.ts'
import { describeOnPostgres, newDatabase } from '../support/postgres.ts'
import { missingPostgres } from '../support/postgres-machine.ts'
import { runCommand, testHost } from '../support/run.ts'
import { answer, ONE_ATTEMPT, paymentBody } from '../support/service.ts'
import { runsAll } from '../support/volume.ts'
import { describeCharges } from './suggested-charges.ts'
import {
  NOTHING,
  PLACE,
  SECRET,
  scripted,
  shop,
  suggested,
  suggestedIn,
  tried,
} from './suggested-commands.ts'
import { describeSandbox } from './suggested-sandbox.ts'
import { describeWebhooks } from './suggested-webhooks.ts'

const root = join(import.meta.dirname, '../..')
const KEY = '0b8f3c5e-6a1d-4b7e-9c2f-1d3e5a7b9c0d'
const CREATE = ['charge', 'create', '--amount', '10.50', '--idempotency-key', KEY, ...ONE_ATTEMPT]
const UNKNOWN = 'f47ac10b-58cc-4372-a567-0e02b2c3d479'

describe('if there is no secret', () => {
  it.each([
    [['balance'], ['auth login --base-url ADDRESS → 3', 'sandbox start → 130']],
    [
      ['balance', '-p', 'shop'],
      ['auth list → 0', 'auth login --profile shop --base-url ADDRESS → 3'],
    ],
    [['auth', 'login', '--base-url', 'BASE'], ['auth login --insecure-storage --base-url ADDRESS → 0']],
    [
      ['auth', 'use', 'shop'],
      ['auth list → 0', 'auth login --profile shop --base-url ADDRESS → 3'],
    ],
  ])('%j suggests a login, or a sandbox', async (args, ends) => {
    const setting = await shop(NOTHING)
    const words = args.map(word => (word === 'BASE' ? setting.sandbox.baseUrl : word))
    expect(await suggested(words, setting)).toEqual(ends)
  })
})

describe('if there is a secret, but not the one that is needed', () => {
  const login = (kind: string, key: string, base: string) => ({
    words: ['auth', 'login', '--kind', kind, '--insecure-storage', ...base.split(' ')],
    key,
  })

  it('of another address, a login to another profile leads on', async () => {
    const { host, fill, sandbox } = await shop({ PIXCTL_API_KEY: '' })
    const { words } = login('api-key', sandbox.apiKey, '')
    await runCommand(words.slice(0, -1), { host })
    expect(
      await suggested(['balance', '--base-url', 'https://other.example/api/v1'], { host, fill }),
    ).toEqual(['auth login --profile other --base-url https://other.example/api/v1 → 9'])
  })

  it('a signing secret is stored', async () => {
    const setting = await shop({ PIXCTL_WEBHOOK_SECRET: '' }, SECRET)
    const args = ['webhook', 'verify', '--signature', `t=1,v1=${'0'.repeat(64)}`]
    expect(await suggested(args, setting)).toEqual(['auth login --kind webhook-secret → 3'])
  })
})

describe('an archive', () => {
  it('that is missing is made, and a charge that it lacks is asked for', async () => {
    const setting = await shop()
    const get = ['charges', 'get', 'pay_none', '--offline']
    expect(await suggested(get, setting)).toEqual(['charges sync → 0'])
    const { body } = await setting.create()
    const { id } = body.data
    expect(await suggested(['charges', 'get', id, '--offline'], setting)).toEqual([`charges get ${id} → 0`])
  })
})

it.each([
  ['refund', 'charges get pay_1'],
  ['cancel', 'charge wait pay_1 --late'],
])('charge %s suggests %s', async (verb, instead) => {
  const setting = await scripted(answer(200, { data: paymentBody({ id: 'pay_1', status: 'PAID' }) }))
  expect(await suggested(['charge', verb, 'pay_1'], setting)).toEqual([`${instead} → 0`])
})

it('a service that can not be reached is looked at', async () => {
  const setting = await shop()
  const { stderr } = await runCommand(['balance', '--base-url', 'https://localhost.invalid/api/v1'], setting)
  expect(suggestedIn(stderr, setting.fill).map(words => words.slice(0, 1))).toEqual([['doctor']])
})

describe('a keychain', () => {
  /** What is suggested when it answers like that; the profile keeps its key there. */
  async function suggestedWith(getPassword: () => Promise<string | null>) {
    const setting = await shop({ PIXCTL_BASE_URL: '', PIXCTL_API_KEY: '' })
    const folder = setting.host.env.PIXCTL_CONFIG_DIR!
    const keychain = { storage: 'keychain', origin: new URL(setting.sandbox.baseUrl).origin }
    const settings = { baseUrl: setting.sandbox.baseUrl, secrets: { 'api-key': keychain } }
    mkdirSync(folder, { mode: 0o700 })
    writeFileSync(
      join(folder, 'config.json'),
      JSON.stringify({ current: 'default', profiles: { default: settings } }),
      { mode: 0o600 },
    )
    const never = () => Promise.reject(new Error('nothing is stored'))
    const loadKeytar = async () => ({ getPassword, setPassword: never, deletePassword: never })
    return suggested(['balance'], { ...setting, host: { ...setting.host, loadKeytar } })
  }

  it.each([
    ['is locked', () => Promise.reject(new Error('the collection is locked'))],
    ['does not work', () => Promise.reject(new Error('Cannot autolaunch D-Bus'))],
    ['has lost the secret', async () => null],
  ])('that %s is looked at', async (_name, getPassword) => {
    // The login that is suggested before it has stored the key in a file.
    expect((await suggestedWith(getPassword)).at(-1)).toBe('doctor → 0')
  })
})

it('a state that can not be read is looked at', async () => {
  const setting = await shop()
  const folder = join(setting.host.env.PIXCTL_DATA_DIR!, 'profiles', 'default')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(join(folder, 'state.db'), 'not a database', { mode: 0o600 })
  expect(await suggested(['webhook', 'deliveries'], setting)).toEqual(['doctor → 1'])
})

describe('the profile', () => {
  it('that a login has made becomes the current one', async () => {
    const setting = await shop({ PIXCTL_API_KEY: '' })
    const login = ['auth', 'login', '--insecure-storage']
    await runCommand(login, setting)
    expect(await suggested([...login, '-p', 'two'], setting)).toEqual(['auth use two → 0'])
  })
})

it('reconcile --help says what a difference means', async () => {
  const none = answer(200, { data: [], pagination: { page: 1, limit: 100, total: 0 } })
  const setting = await scripted(answer(201, { data: paymentBody() }), none)
  const created = new FakeClock('2099-01-02T00:00:00Z', { passing: true })
  await runCommand(CREATE, setting)
  const host = { ...setting.host, clock: created }
  expect(await suggested(['reconcile'], { ...setting, host })).toEqual(['reconcile --help → 0'])
})

describe('a word that is mistyped', () => {
  it.each([
    [['charges', 'ist', '-p', 'default'], ['charges list --profile default → 0']],
    [['sandbox', 'key', 'nonsense'], ['sandbox key --help → 0']],
    [['charges', 'get', 'no id!'], ['charges list → 0']],
    [['charge', 'create'], ['charge create --amount 10.50 → 0']],
    [['charge', 'recover', UNKNOWN], ['charge recover --list → 0']],
    [['webhook', 'replay', 'none', '--to', '1'], ['webhook deliveries → 0']],
    [
      ['auth', 'logout', '-p', 'shop'],
      ['auth list → 0', 'auth login --profile shop --base-url ADDRESS → 3'],
    ],
  ])('%j suggests a command that works', async (args, ends) => {
    expect(await suggested(args, await shop())).toEqual(ends)
  })
})

describeCharges()

describeWebhooks()

describe('events', () => {
  it('after a sequence that the service does not know are read from another place', async () => {
    const setting = await shop()
    expect(await suggested(['events', 'tail', '--after', 'nonsense'], setting)).toEqual([
      'events tail --no-resume → 130',
      `events tail --after ${PLACE} → 130`,
    ])
  })
})

describeSandbox()

it('state prune says how to drop a place of events tail too', async () => {
  const setting = await shop()
  const inbox = await openInbox(setting.host.env.PIXCTL_DATA_DIR!)
  await saveCursor(inbox, { reachedAt: '2026-01-01T00:00:00.000Z' })
  const ends = await suggested(['state', 'prune', '--keep', '30d', '--yes'], setting)
  expect(ends).toEqual(['state prune --keep 30d --cursors --yes → 0'])
})

describeOnPostgres('an inbox on PostgreSQL', () => {
  it('that has no schema gets one', async () => {
    const { url } = await newDatabase()
    const setting = { host: testHost({ env: { PIXCTL_INBOX_URL: url } }), fill: {} }
    expect(await suggested(['webhook', 'deliveries'], setting)).toEqual(['inbox init → 0'])
  })

  it('that a flag names is named by the next command too, but never its password', async () => {
    const { url } = await newDatabase()
    const setting = { host: testHost(), fill: {} }
    const named = ['webhook', 'deliveries', '--inbox', url]
    expect(await suggested(named, setting)).toEqual(['inbox init --inbox ADDRESS → 0'])
    const secret = ['webhook', 'deliveries', '--inbox', url.replace('@', ':HIDDEN@')]
    expect(await suggested(secret, setting)).toEqual(['auth login --kind inbox-url → 2'])
  })
})

it('an address of an inbox that is missing is stored', async () => {
  const setting = { host: testHost({ input: 'postgres://u@127.0.0.1/d' }), fill: {} }
  expect(await suggested(['inbox', 'init'], setting)).toEqual(['auth login --kind inbox-url → 3'])
})

// Only a server says that a schema is missing.
if (missingPostgres !== null || !runsAll) tried.add('inbox init')

it('runs every command that the sources suggest', () => {
  const sources = globSync('src/**/*.ts', { cwd: root }).map(file => readFileSync(join(root, file), 'utf8'))
  const commands = sources.flatMap(text =>
    [...text.matchAll(/suggest\(\s*'([^']*)'/g)].map(([, name]) => name!),
  )
  expect(new Set(commands).size).toBeGreaterThan(10)
  const missing = commands.filter(name => ![...tried].some(line => line.startsWith(name)))
  expect([...new Set(missing)]).toEqual([])
})
