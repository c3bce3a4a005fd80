/**
 * What earlier versions of pixctl have kept can be used with today's (tools/freeze.ts makes the files). If one of these fails after
 * a table was changed: the change is a new step, never another form of an old one.
 */

import { globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { MIGRATIONS } from '#inbox/postgres/generated/migrations.ts'
import { madeOf } from '#inbox/postgres/schema.ts'
import { startSandbox } from '#sandbox/index.ts'
import { doctor } from '../doctor/examine.ts'
import { LocalMachine } from '../support/local.ts'
import { describeOnPostgres, newDatabase } from '../support/postgres.ts'

const frozen = join(import.meta.dirname, '../fixtures/frozen')

const read = (file: string) => gunzipSync(readFileSync(file))

/** A machine with the files of a version. */
function machineOf(version: string): LocalMachine {
  const machine = new LocalMachine({ PIXCTL_PROFILE: 'shop' })
  onTestFinished(() => machine[Symbol.dispose]())
  for (const name of globSync('*/**/*.gz', { cwd: join(frozen, version) })) {
    const to = join(machine.folder, name.replace(/\.gz$/, ''))
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
    writeFileSync(to, read(join(frozen, version, name)), { mode: 0o600 })
  }
  return machine
}

async function outputOf(machine: LocalMachine, args: readonly string[], env: Record<string, string> = {}) {
  const { stdout, stderr, code } = await machine.pixctl(args, { env })
  expect({ args, code, stderr }).toMatchObject({ code: 0 })
  return stdout
}

const jsonOf = async (...[machine, args, env]: Parameters<typeof outputOf>) =>
  JSON.parse(await outputOf(machine, [...args, '--json'], env))

const DELIVERIES =
  /^.*\tpayment\.approved\t.*\tpending\t.*\n.*\tpayment\.created\t.*\tpending\t.*\n(.*\trealtime_.*\tnone\t.*\n)*$/

describe.each(readdirSync(frozen))('what version %s has kept', version => {
  it('is whole and fits, as doctor sees it', async () => {
    const { checks } = await doctor(machineOf(version).host())
    expect(checks.state).toMatchObject({ status: 'ok', detail: expect.stringContaining('3 files') })
    expect(checks.profile).toMatchObject({ status: 'ok', detail: expect.stringContaining('shop') })
  })

  it('has its profile, deliveries, refused deliveries and charges', async () => {
    const machine = machineOf(version)
    expect(await jsonOf(machine, ['auth', 'list'])).toMatchObject([{ profile: 'shop', current: true }])
    expect(await outputOf(machine, ['webhook', 'deliveries'])).toMatch(DELIVERIES)
    expect(await outputOf(machine, ['webhook', 'deliveries', '--rejected'])).toContain('missing_signature')
    const { data } = await jsonOf(machine, ['charges', 'list', '--offline'])
    expect(data).toMatchObject([
      { amount: 20, status: 'PAID' },
      { amount: 10.5, status: 'PENDING' },
    ])
    const [state] = await jsonOf(machine, ['state'])
    expect(state).toMatchObject({ journal: { count: 2 }, archive: { count: 2 }, problems: [] })
  })

  it("has a sandbox's data", async () => {
    const machine = machineOf(version)
    const sandbox = await startSandbox({ dataDir: join(machine.folder, 'sandbox') })
    onTestFinished(() => sandbox.close())
    const response = await fetch(`${sandbox.baseUrl}/payments`, {
      headers: { authorization: `Bearer ${sandbox.apiKey}` },
    })
    const { data } = (await response.json()) as { data: unknown[] }
    expect(data).toMatchObject([{ amount: 20 }, { amount: 10.5 }])
  })

  it('has a shared inbox that was made of the same statements', () => {
    const sql = read(join(frozen, version, 'pixctl.sql.gz')).toString()
    const versions = [...sql.matchAll(/INTO pixctl\.schema_version VALUES \((\d+), '[^']+', '(\w+)'\)/g)]
    expect(versions.length).toBeGreaterThan(0)
    for (const [, number, hash] of versions) expect(hash).toBe(madeOf(MIGRATIONS.slice(0, Number(number))))
  })
})

describeOnPostgres('the shared inbox', () => {
  it.each(readdirSync(frozen))(
    'of version %s has its deliveries, once it is brought up to date',
    async version => {
      const machine = machineOf(version)
      const { query, url } = await newDatabase()
      await query(read(join(frozen, version, 'pixctl.sql.gz')).toString())
      const env = { PIXCTL_INBOX_URL: url }
      expect(await jsonOf(machine, ['inbox', 'init'], env)).toMatchObject({ version: MIGRATIONS.length })
      expect(await outputOf(machine, ['webhook', 'deliveries'], env)).toMatch(DELIVERIES)
      expect((await doctor(machine.host({ env }))).checks.inbox).toMatchObject({ status: 'ok' })
    },
  )
})
