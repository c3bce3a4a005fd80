/** PgBouncer in front of a PostgreSQL server, on its own port. */

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { freePort, isListening } from './http.ts'
import { describeNeeding } from './needs.ts'
import { preparePostgres } from './postgres.ts'
import { giveToPostgres, missingPostgres, newFolder, runAs, USER } from './postgres-machine.ts'
import type { PostgresServer } from './postgres-server.ts'

const TIMEOUT_MS = 10_000
/** Debian has it where only root finds it. */
const env = { PATH: `${process.env.PATH}:/usr/sbin` }
const isThere = spawnSync('pgbouncer', ['--version'], { env }).status === 0

/** Skipped where there is no PgBouncer, unless PIXCTL_REQUIRE_SERVERS=1. */
export function describeOnPgBouncer(name: string, body: () => void): void {
  const missing = missingPostgres ?? (isThere ? null : 'it needs the package pgbouncer')
  describeNeeding({ missing, requiredBy: 'PIXCTL_REQUIRE_SERVERS' }, name, () => {
    preparePostgres()
    body()
  })
}

export interface PgBouncer {
  port: number
  /** Changes a setting of a running one. */
  reload(settings: Record<string, string | number>): void
  stop(): Promise<void>
}

/**
 * Starts it; it ends with the test.
 *
 * @param settings of pgbouncer.ini, such as `{ pool_mode: 'session' }`
 */
export async function startPgBouncer(
  server: PostgresServer,
  settings: Record<string, string | number>,
): Promise<PgBouncer> {
  const folder = newFolder()
  const file = join(folder, 'pgbouncer.ini')
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: await freePort(),
    unix_socket_dir: '',
    auth_type: 'any',
    logfile: join(folder, 'log'),
    pidfile: join(folder, 'pid'),
    ...settings,
  }
  const port = Number(all.listen_port)
  const database = `* = host=${server.socketFolder} port=${server.port} user=${USER}`
  const write = (values: Record<string, string | number>) => {
    const lines = Object.entries(values).map(([name, value]) => `${name} = ${value}\n`)
    writeFileSync(file, `[databases]\n${database}\n[pgbouncer]\n${lines.join('')}`)
  }
  write(all)
  giveToPostgres(file)
  const child = spawn('pgbouncer', ['-q', file], { ...runAs, cwd: '/', env, stdio: 'ignore', detached: true })
  const ended = once(child, 'close')
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  onTestFinished(stop)
  for (const until = Date.now() + TIMEOUT_MS; !(await isListening(port)); ) {
    if (child.exitCode !== null || Date.now() > until) {
      throw new Error(`PgBouncer does not start: ${readFileSync(all.logfile, 'utf8')}`)
    }
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  const reload = (changed: Record<string, string | number>) => {
    write({ ...all, ...changed })
    child.kill('SIGHUP')
  }
  return { port, reload, stop }
}
