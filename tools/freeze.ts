/**
 * Makes what this version of pixctl keeps, for the tests of all later ones: `npm run freeze -- NUMBER` writes
 * test/fixtures/frozen/NUMBER, with the commands of the last build, a sandbox and a PostgreSQL server. A folder that was part
 * of a release is never written again.
 */

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { charges, move } from '#sandbox/control/operations.ts'
import { startSandbox } from '#sandbox/index.ts'
import { freePort } from '../test/support/http.ts'
import { programs, USER } from '../test/support/postgres-machine.ts'
import { PostgresServer } from '../test/support/postgres-server.ts'

const number = process.argv[2] ?? ''
if (!/^[1-9]\d*$/.test(number)) throw new Error('usage: npm run freeze -- NUMBER')
const root = join(import.meta.dirname, '..')
const work = mkdtempSync(join(tmpdir(), 'pixctl-freeze-'))
const sandbox = await startSandbox({ dataDir: join(work, 'sandbox') })
const postgres = await PostgresServer.start()
const database = await postgres.newDatabase()

const ENV = {
  PATH: process.env.PATH,
  HOME: work,
  PIXCTL_CONFIG_DIR: join(work, 'config'),
  PIXCTL_DATA_DIR: join(work, 'data'),
  PIXCTL_PROFILE: 'shop',
  PIXCTL_API_KEY: sandbox.apiKey,
  PIXCTL_WS_TOKEN: sandbox.wsToken,
  PIXCTL_WEBHOOK_SECRET: `whsec_${'0'.repeat(32)}`,
}

function start(args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(root, 'bin/run.js'), ...args], {
    env: { ...ENV, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const output = child.stdout.toArray()
  const ended = once(child, 'close')
  return { child, end: async () => [(await ended)[0], Buffer.concat(await output).toString()] as const }
}

async function pixctl(args: readonly string[], { input = '', env = {} } = {}): Promise<string> {
  const { child, end } = start(args, env)
  child.stdin.end(input)
  const [code, stdout] = await end()
  if (code !== 0) throw new Error(`pixctl ${args.join(' ')} ended with ${code}`)
  return stdout
}

/** A listener that gets two deliveries, which nobody takes from it, and one that it refuses. */
async function listen(env: Record<string, string> = {}): Promise<void> {
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}/`
  const nobody = `http://127.0.0.1:${await freePort()}/`
  const { child, end } = start(['webhook', 'listen', '--port', port, '--forward-to', nobody], env)
  while (!(await fetch(url, { method: 'POST' }).catch(() => null))) await sleep(50)
  for (const type of ['payment.created', 'payment.approved'])
    await pixctl(['webhook', 'trigger', type, '--to', url])
  await sleep(500)
  child.kill('SIGINT')
  await end()
}

const login = ['auth', 'login', '--base-url', sandbox.baseUrl, '--realtime-url', sandbox.realtimeUrl]
await pixctl([...login, '--insecure-storage'], { input: sandbox.apiKey })
for (const amount of ['10.50', '20']) await pixctl(['charge', 'create', '--amount', amount])
const [charge] = charges(sandbox.parts, sandbox.parts.stores.first)
move(sandbox.parts, sandbox.parts.stores.first, charge!.id, 'pay')
await pixctl(['charges', 'sync'])
await pixctl(['events', 'tail', '--after', '0', '--max', '3'])
await listen()
const shared = { PIXCTL_INBOX_URL: postgres.url(database) }
await pixctl(['inbox', 'init'], { env: shared })
await listen(shared)
await sandbox.close()

const connection = ['-h', postgres.socketFolder, '-p', String(postgres.port), '-U', USER]
const dump = spawnSync(join(programs!, 'pg_dump'), [
  ...[...connection, '--schema=pixctl', '--inserts', '--no-owner', '--no-privileges', database],
])
if (dump.status !== 0) throw new Error(String(dump.stderr))
await postgres[Symbol.asyncDispose]()

const to = join(root, 'test/fixtures/frozen', number)
rmSync(to, { recursive: true, force: true })
mkdirSync(to, { recursive: true })
const profile = join('data', 'profiles', 'shop')
for (const file of [
  'config/config.json',
  ...['state', 'archive', 'rejected'].map(name => `${profile}/${name}.db`),
  'sandbox/sandbox.db',
  'sandbox/secrets.json',
]) {
  mkdirSync(join(to, file, '..'), { recursive: true })
  writeFileSync(join(to, `${file}.gz`), gzipSync(readFileSync(join(work, file)), { level: 9 }))
}
// What begins with a backslash is for psql alone.
const sql = String(dump.stdout).replace(/^\\.*\n/gm, '')
writeFileSync(join(to, 'pixctl.sql.gz'), gzipSync(sql, { level: 9 }))
rmSync(work, { recursive: true })
