/**
 * A PostgreSQL server in a temporary folder, on its own port. It needs no vitest, so benchmarks can start one too.
 */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from './http.ts'
import { postgresCertificates } from './postgres-certificates.ts'
import { giveToPostgres, newFolder, programs, rootFolder, run, runAs, USER } from './postgres-machine.ts'

const TIMEOUT_MS = 60_000

export interface PostgresOptions {
  /** Of postgresql.conf, such as `{ fsync: 'on' }`; off by default, for it matters only when the machine fails. */
  settings?: Record<string, string>
  /** The name of its certificate is `localhost`, or another one. */
  tls?: 'localhost' | 'wrong-name'
  /** With TLS: only who has the right client certificate may connect. */
  clientCertificate?: boolean
  /** The superuser needs it to connect (scram-sha-256). */
  password?: string
  /** Where its data is kept, such as on a small disk. The folder must be empty. */
  dataFolder?: string
}

/** How it stops, as `pg_ctl stop -m` has it: `immediate` is a crash. */
export type StopMode = 'fast' | 'immediate'

const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const

const authOf = (password: string | undefined) => (password === undefined ? 'trust' : 'scram-sha-256')

/** The folders of {@link emptyCluster}, by the password. */
const clusters = new Map<string | undefined, string>()

/** The data of a server that was never started. To make it takes many seconds beside others, so it is made once. */
export function emptyCluster(password?: string): string {
  const made = clusters.get(password)
  if (made !== undefined) return made
  const [folder, file] = [newFolder(), join(newFolder(), 'password')]
  writeFileSync(file, password ?? 'unused')
  giveToPostgres(file)
  run('initdb', [
    ...['-D', folder, '-U', USER, '-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions'],
    ...['-A', authOf(password), '--pwfile', file],
  ])
  clusters.set(password, folder)
  return folder
}

export class PostgresServer {
  readonly port: number
  /** For its Unix socket: `postgres:///db?host=${socketFolder}`. */
  readonly socketFolder: string
  readonly dataFolder: string
  /** The certificate authority that signed its certificate, and a client's certificate and key, as files. */
  readonly certificates: ReturnType<typeof postgresCertificates> | undefined
  readonly #password: string | undefined
  #process: ChildProcess | undefined
  #databases = 0

  private constructor(port: number, dataFolder: string, socketFolder: string, options: PostgresOptions) {
    this.port = port
    this.dataFolder = dataFolder
    this.socketFolder = socketFolder
    this.#password = options.password
    if (options.tls) this.certificates = postgresCertificates(rootFolder())
  }

  /** A new server, which takes connections. */
  static async start(options: PostgresOptions = {}): Promise<PostgresServer> {
    const dataFolder = options.dataFolder ?? newFolder()
    const server = new PostgresServer(await freePort(), dataFolder, newFolder(), options)
    server.#initialize(options)
    await server.start()
    return server
  }

  #initialize(options: PostgresOptions): void {
    giveToPostgres(this.dataFolder)
    run('cp', ['-a', `${emptyCluster(options.password)}/.`, this.dataFolder])
    this.#configure({
      port: String(this.port),
      listen_addresses: '*',
      unix_socket_directories: this.socketFolder,
      max_connections: '100',
      shared_buffers: '32MB',
      fsync: 'off',
      ...this.#tlsSettings(options),
      ...options.settings,
    })
    const { certificates } = this
    if (options.clientCertificate && certificates) {
      writeFileSync(join(this.dataFolder, 'pg_hba.conf'), 'local all all trust\nhostssl all all all cert\n')
    } else {
      // Addresses of this machine that aren't loopback, too.
      const auth = authOf(options.password)
      appendFileSync(join(this.dataFolder, 'pg_hba.conf'), `host all all all ${auth}\n`)
    }
  }

  #tlsSettings({ tls }: PostgresOptions): Record<string, string> {
    if (!tls) return {}
    const { ca, server, wrongName } = this.certificates!
    const chosen = tls === 'wrong-name' ? wrongName : server
    for (const [name, from] of [
      ['server.crt', chosen.cert],
      ['server.key', chosen.key],
      ['ca.crt', ca],
    ] as const) {
      const to = join(this.dataFolder, name)
      cpSync(from, to)
      chmodSync(to, 0o600)
      giveToPostgres(to)
    }
    return { ssl: 'on', ssl_ca_file: 'ca.crt' }
  }

  #configure(settings: Record<string, string>): void {
    const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`)
    appendFileSync(join(this.dataFolder, 'postgresql.conf'), lines.join(''))
  }

  /** What it wrote to its log. */
  log(): string {
    return readFileSync(join(this.socketFolder, 'log'), 'utf8')
  }

  /** Starts it again after stop(), on the same port. */
  async start(): Promise<void> {
    const log = openSync(join(this.socketFolder, 'log'), 'a')
    const child = spawn(join(programs!, 'postgres'), ['-D', this.dataFolder], {
      ...runAs,
      cwd: '/',
      detached: true,
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
      stdio: ['ignore', log, log],
    })
    closeSync(log)
    this.#process = child
    child.unref()
    const pid = join(this.socketFolder, 'pid')
    writeFileSync(pid, String(child.pid))
    child.on('exit', () => rmSync(pid, { force: true }))
    for (const until = Date.now() + TIMEOUT_MS; !this.#isUp(); ) {
      if (child.exitCode !== null || child.signalCode !== null || Date.now() > until) {
        throw new Error(`PostgreSQL didn't start: ${this.log()}`)
      }
      await new Promise(resolve => setTimeout(resolve, 20))
    }
  }

  /** Whether it takes connections: the line in its file says so last. */
  #isUp(): boolean {
    const file = join(this.dataFolder, 'postmaster.pid')
    if (!existsSync(file)) return false
    const lines = readFileSync(file, 'utf8').split('\n')
    return lines[0] === String(this.#process?.pid) && /^(ready|standby)/.test(lines[7] ?? '')
  }

  async stop(mode: StopMode = 'fast'): Promise<void> {
    const child = this.#process
    this.#process = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.ref()
    child.kill(SIGNALS[mode])
    await once(child, 'exit')
  }

  async restart(mode: StopMode = 'fast'): Promise<void> {
    await this.stop(mode)
    await this.start()
  }

  /** Stops it and removes its folders. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop('immediate')
    for (const folder of [this.dataFolder, this.socketFolder])
      rmSync(folder, { recursive: true, force: true })
  }

  /** `postgres://…`, on loopback unless another host is named. */
  url(
    database = 'postgres',
    over: { host?: string; user?: string; password?: string | undefined; port?: number } = {},
  ): string {
    const { host = '127.0.0.1', user = USER, password = this.#password, port = this.port } = over
    return `postgres://${user}${password === undefined ? '' : `:${password}`}@${host}:${port}/${database}`
  }

  /** The same by its Unix socket. */
  socketUrl(database = 'postgres'): string {
    return `postgres://${USER}@/${database}?host=${encodeURIComponent(this.socketFolder)}&port=${this.port}`
  }

  /** Runs one statement or several as the superuser, by the Unix socket. */
  async query<Row extends pg.QueryResultRow>(
    sql: string,
    values?: unknown[],
    database = 'postgres',
  ): Promise<Row[]> {
    const client = new pg.Client({
      host: this.socketFolder,
      port: this.port,
      user: USER,
      database,
      ...(this.#password === undefined ? {} : { password: this.#password }),
    })
    await client.connect()
    try {
      return (await client.query<Row>(sql, values)).rows
    } finally {
      await client.end()
    }
  }

  /** The name of a new, empty database. */
  async newDatabase(): Promise<string> {
    const name = `test_${++this.#databases}_${process.pid}`
    await this.query(`CREATE DATABASE ${name}`)
    return name
  }

  /** A read-only copy that follows this server. */
  async replica(): Promise<PostgresServer> {
    const copy = new PostgresServer(await freePort(), newFolder(), newFolder(), {})
    const from = ['-h', this.socketFolder, '-p', String(this.port), '-U', USER]
    const how = ['-R', '--checkpoint=fast', '--no-sync', '-X', 'stream']
    run('pg_basebackup', [...from, '-D', copy.dataFolder, ...how])
    copy.#configure({ port: String(copy.port), unix_socket_directories: copy.socketFolder })
    await copy.start()
    return copy
  }
}
