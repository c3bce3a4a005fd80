/** `inbox init`, and what the commands say about an inbox that they can't use. */

import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { doctor } from '../../doctor/examine.ts'
import { freePort } from '../../support/http.ts'
import { LocalMachine } from '../../support/local.ts'
import { errorOf } from '../../support/pixctl.ts'
import {
  describeOnPostgres,
  itWithReplica,
  newDatabase,
  startPostgres,
  startReplica,
} from '../../support/postgres.ts'
import { newSharedInbox } from '../../support/shared-inbox.ts'
import { SECRET } from '../../webhooks/target.ts'

it('needs an address', async () => {
  using machine = new LocalMachine()
  const run = await machine.pixctl(['inbox', 'init', '--json'])
  expect(errorOf(run)).toMatchObject({
    exitCode: 2,
    error: expect.stringContaining('there is no address of an inbox on PostgreSQL'),
  })
})

it.each(['inbox init', 'webhook deliveries', 'events tail', 'reconcile'])(
  '%s refuses a password of a flag',
  async command => {
    using machine = new LocalMachine()
    for (const url of ['postgres://me:HIDDEN@db/pix', 'postgres://me@db/pix?password=HIDDEN']) {
      const run = await machine.pixctl([...command.split(' '), '--inbox', url, '--json'])
      const error = expect.stringMatching(/--inbox contains a password.*PGPASSWORD/s)
      expect(errorOf(run)).toMatchObject({ exitCode: 2, error })
      expect(run.stderr).not.toContain('HIDDEN')
    }
  },
)

it('waits for a server that is away as long as --timeout says, then exits with 9', async () => {
  using machine = new LocalMachine({ PIXCTL_WEBHOOK_SECRET: SECRET })
  const url = `postgres://me@127.0.0.1:${await freePort()}/pix`
  for (const command of [
    ['inbox', 'init'],
    ['webhook', 'deliveries'],
    ['webhook', 'listen', '--port', '0'],
  ]) {
    const run = await machine.pixctl([...command, '--inbox', url, '--timeout', '0.3', '--json'])
    expect(errorOf(run)).toMatchObject({
      exitCode: 9,
      error: expect.stringContaining(`${url} can't be reached`),
    })
  }
})

describeOnPostgres('inbox init', () => {
  it('makes the schema once, and other commands say when it is missing', async () => {
    const { url, name, query } = await newDatabase()
    using machine = new LocalMachine({ PIXCTL_INBOX_URL: url, PIXCTL_WEBHOOK_SECRET: SECRET })
    for (const command of ['webhook deliveries', 'webhook listen --port 0', 'webhook show dlv_123456']) {
      const { exitCode, error } = errorOf(await machine.pixctl([...command.split(' '), '--json']))
      expect([exitCode, error]).toEqual([2, expect.stringContaining('pixctl inbox init')])
    }
    const first = await machine.pixctl(['inbox', 'init', '--json'])
    expect(first).toMatchObject({ code: 0, stderr: '' })
    const made = JSON.parse(first.stdout)
    expect(made).toEqual({ inbox: url, version: expect.any(Number), fromVersion: null })
    const again = await machine.pixctl(['inbox', 'init', '--json'])
    expect(JSON.parse(again.stdout)).toEqual({ ...made, fromVersion: made.version })
    const piped = await machine.pixctl(['inbox', 'init'])
    expect(piped.stdout).toBe(`inbox\t${url}\nversion\t${made.version}\nfromVersion\t${made.version}\n`)
    const after = await machine.pixctl(['webhook', 'deliveries', '--json'])
    expect(after).toMatchObject({ code: 0, stdout: '[]\n' })
    // Nothing else but the schema is made, and nothing on this machine.
    const schemas = await query(
      `SELECT nspname FROM pg_namespace WHERE nspname !~ '^pg_|information_schema|public'`,
    )
    expect(schemas).toEqual([{ nspname: 'pixctl' }])
    expect(existsSync(machine.dataDir)).toBe(false)
    expect(name).toMatch(/^test_/)
  })

  it('refuses a database in another encoding than UTF8, as a listener and doctor do', async () => {
    const { server, name } = await newDatabase()
    const latin = `${name}_latin`
    await server.query(`CREATE DATABASE ${latin} ENCODING 'LATIN1' TEMPLATE template0 LOCALE 'C'`)
    onTestFinished(() => server.query(`DROP DATABASE ${latin} WITH (FORCE)`).then(() => {}))
    using machine = new LocalMachine({ PIXCTL_INBOX_URL: server.url(latin), PIXCTL_WEBHOOK_SECRET: SECRET })
    for (const command of ['inbox init', 'webhook listen --port 0']) {
      const { exitCode, error } = errorOf(await machine.pixctl([...command.split(' '), '--json']))
      const words = /has the encoding LATIN1, .*createdb -T template0 -E UTF8/
      expect([exitCode, error]).toEqual([2, expect.stringMatching(words)])
    }
    expect((await doctor(machine.host())).checks.inbox).toMatchObject({
      status: 'fail',
      detail: expect.stringContaining('has the encoding LATIN1'),
    })
  })

  it('refuses a schema of a newer pixctl, as all commands do', async () => {
    const { machine, query } = await newSharedInbox()
    await query('INSERT INTO pixctl.schema_version (version) VALUES (999)')
    for (const command of ['inbox init', 'webhook deliveries', 'webhook listen --port 0']) {
      const run = await machine().pixctl([...command.split(' '), '--json'])
      expect(errorOf(run)).toMatchObject({ exitCode: 1, error: expect.stringContaining('newer pixctl') })
      expect(run.stderr).toContain('update pixctl')
    }
  })

  itWithReplica('refuses a read-only replica and a wrong password, with the next step', async () => {
    const server = await startPostgres({ password: 'right' })
    using machine = new LocalMachine({ PIXCTL_INBOX_URL: server.url('postgres', { password: 'HIDDEN' }) })
    const wrong = await machine.pixctl(['inbox', 'init'])
    expect(wrong.code).toBe(3)
    expect(wrong.stderr).toContain('refused the password of the user postgres')
    expect(wrong.stderr).toContain('PGPASSWORD')
    expect(wrong.stdout + wrong.stderr).not.toContain('HIDDEN')
    const open = await startPostgres()
    const replica = await startReplica(open)
    const run = await machine.pixctl(['inbox', 'init', '--json'], {
      env: { PIXCTL_INBOX_URL: replica.url() },
    })
    expect(errorOf(run)).toMatchObject({ exitCode: 2, error: expect.stringContaining('read-only replica') })
  })

  it('takes the password from the keychain’s address, ~/.pgpass and PGPASSWORD', async () => {
    const server = await startPostgres({ password: 'right' })
    using machine = new LocalMachine()
    const url = `postgres://postgres@127.0.0.1:${server.port}/postgres`
    const init = (env: Record<string, string> = {}) =>
      machine.pixctl(['inbox', 'init', '--inbox', url, '--json'], { env })
    expect((await init()).code).toBe(3)
    expect((await init({ PGPASSWORD: 'right' })).code).toBe(0)
    writeFileSync(join(machine.folder, '.pgpass'), '*:*:*:*:right\n', { mode: 0o600 })
    expect((await init()).code).toBe(0)
    writeFileSync(join(machine.folder, '.pgpass'), '')
    const login = ['auth', 'login', '--kind', 'inbox-url', '--insecure-storage']
    await machine.pixctl(login, { input: server.url() })
    const stored = await machine.pixctl(['inbox', 'init', '--json'])
    expect(JSON.parse(stored.stdout)).toMatchObject({ inbox: url })
    // The environment comes before the keychain, the flag before both.
    const other = await machine.pixctl(['inbox', 'init', '--timeout', '0.1', '--json'], {
      env: { PIXCTL_INBOX_URL: 'postgres://me@127.0.0.1:1/other' },
    })
    expect(errorOf(other).error).toContain('postgres://me@127.0.0.1:1/other')
    const flagged = await init({ PIXCTL_INBOX_URL: 'postgres://me@127.0.0.1:1/other', PGPASSWORD: 'right' })
    expect(JSON.parse(flagged.stdout)).toMatchObject({ inbox: url })
    // An empty variable is an unset one.
    const empty = await machine.pixctl(['inbox', 'init', '--json'], { env: { PIXCTL_INBOX_URL: '' } })
    expect(JSON.parse(empty.stdout)).toMatchObject({ inbox: url })
    expect(readdirSync(machine.configDir).sort()).toEqual(['config.json', 'secrets.json'])
    mkdirSync(machine.dataDir, { recursive: true })
    expect(readdirSync(machine.dataDir)).toEqual([])
  })
})
