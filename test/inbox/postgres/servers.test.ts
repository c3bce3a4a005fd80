/** The servers that the tests of the shared inbox start. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import type { Statement } from '#inbox/postgres/sql.ts'
import { isListening } from '../../support/http.ts'
import { describeOnPostgres, newDatabase, startPostgres, startReplica } from '../../support/postgres.ts'
import { startTcpProxy } from '../../support/tcp-proxy.ts'

describeOnPostgres('a server of the tests', () => {
  it('gives each test an empty database', async () => {
    const [one, other] = [await newDatabase(), await newDatabase()]
    await one.query('CREATE TABLE t (n int)')
    expect(await one.query('SELECT count(*)::int AS n FROM t')).toEqual([{ n: 0 }])
    await expect(other.query('SELECT * FROM t')).rejects.toThrow('does not exist')
  })

  it('keeps what was committed when it is restarted in a hurry', async () => {
    const server = await startPostgres()
    await server.query('CREATE TABLE t AS SELECT 1 AS n')
    await server.restart('immediate')
    expect(await server.query('SELECT n FROM t')).toEqual([{ n: 1 }])
    expect(server.log()).toContain('database system was interrupted')
  })

  it('has a copy that can only be read', async () => {
    const server = await startPostgres()
    const replica = await startReplica(server)
    await expect(replica.query('CREATE TABLE t (n int)')).rejects.toThrow('read-only transaction')
  })

  it('ends with the process that started it, even if that one is killed', async () => {
    const script = `
      import { PostgresServer } from './test/support/postgres-server.ts'
      const server = await PostgresServer.start()
      console.log(JSON.stringify([server.port, server.dataFolder]))
      setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    const ended = once(child, 'exit').then(() => Promise.reject(new Error('it ended')))
    const [line] = await Promise.race([once(child.stdout, 'data'), ended])
    ended.catch(() => {})
    const [port, folder] = JSON.parse(line) as [number, string]
    expect(await isListening(port)).toBe(true)
    child.kill('SIGKILL')
    await expect.poll(() => isListening(port), { timeout: 20_000 }).toBe(false)
    await expect.poll(() => existsSync(folder), { timeout: 20_000 }).toBe(false)
  })

  it('stands behind a proxy that cuts and swallows', async () => {
    const { server } = await newDatabase()
    const proxy = await startTcpProxy(server.port)
    const { default: pg } = await import('pg')
    const client = new pg.Client({
      connectionString: server.url('postgres', { port: proxy.port }),
    })
    client.on('error', () => {})
    await client.connect()
    expect((await client.query('SELECT 1 AS n')).rows).toEqual([{ n: 1 }])
    proxy.swallow()
    const late: Statement = { text: 'SELECT 2', query_timeout: 300 }
    await expect(client.query(late)).rejects.toThrow('Query read timeout')
    expect(proxy.open).toBe(1)
    const ended = new Promise<void>(resolve => client.on('end', resolve))
    proxy.pass()
    await ended
  })
})
