/** An address with several hosts: connections go to the one that can be written, as with libpq. */

import { expect, it } from 'vitest'
import { passing } from '../../../support/clock.ts'
import { freePort } from '../../../support/http.ts'
import {
  describeOnPostgres,
  itWithReplica,
  newDatabase,
  sharedPostgres,
  startPostgres,
  startReplica,
} from '../../../support/postgres.ts'
import { startTcpProxy } from '../../../support/tcp-proxy.ts'
import { openPostgres } from './opening.ts'

const on = (ports: readonly number[], database = 'postgres', user = 'postgres') =>
  `postgres://${user}@${ports.map(port => `127.0.0.1:${port}`).join(',')}/${database}`

const PORT = 'SELECT inet_server_port() AS port'

describeOnPostgres('an address with several hosts', () => {
  itWithReplica('passes over one that is down, one that doesn’t answer and a standby', async () => {
    const primary = await startPostgres()
    const standby = await startReplica(primary)
    const silent = await startTcpProxy(primary.port)
    silent.swallow()
    const url = on([await freePort(), silent.port, standby.port, primary.port])
    const said: string[] = []
    const postgres = await openPostgres(url, { timeoutMs: 8_000, onAway: why => said.push(why.message) })
    expect((await postgres.query(PORT)).rows).toEqual([{ port: primary.port }])
    expect(said).toEqual([])
  })

  it('gives up one that doesn’t answer after the connect_timeout that it has', async () => {
    const server = await sharedPostgres()
    const silent = await startTcpProxy(server.port)
    silent.swallow()
    const open = async (url: string) => {
      await openPostgres(url, { timeoutMs: 60_000 })
      return url
    }
    const usual = on([silent.port, server.port])
    const given = `${usual}?connect_timeout=2`
    // Without it, after five seconds.
    expect(await Promise.race([open(usual), open(given)])).toBe(given)
  })

  itWithReplica('follows a failover, and the next one', async () => {
    const first = await startPostgres()
    await first.query('CREATE TABLE public.t AS SELECT 1 AS n')
    const second = await startReplica(first)
    await expect.poll(() => second.query('SELECT n FROM t').catch(() => [])).toEqual([{ n: 1 }])
    const postgres = await openPostgres(on([first.port, second.port]), { timeoutMs: 30_000 })
    await first.stop('immediate')
    await expect
      .poll(() => postgres.query('SELECT 1').catch(error => error.message))
      .toBe(
        `the inbox ${on([first.port, second.port])} can't be reached: ` +
          `127.0.0.1:${first.port}: it refused the connection; ` +
          `127.0.0.1:${second.port}: it can only be read at the moment`,
      )
    const patient = postgres.patiently(() => postgres.query(`INSERT INTO public.t VALUES (2) RETURNING n`))
    await second.query('SELECT pg_promote()')
    expect((await patient).rows).toEqual([{ n: 2 }])
    // The old one is back, and the new one can only be read.
    await first.start()
    await second.query(`ALTER SYSTEM SET default_transaction_read_only = on`)
    await second.query('SELECT pg_reload_conf()')
    await expect
      .poll(() =>
        postgres.query('INSERT INTO public.t VALUES (3)').then(() => first.query('SELECT n FROM t')),
      )
      .toEqual([{ n: 1 }, { n: 3 }])
  })

  it('shares the time between them, and tries no other one when it is interrupted', async () => {
    const { server } = await newDatabase()
    const silent = await Promise.all([1, 2, 3].map(() => startTcpProxy(server.port)))
    for (const each of silent) each.swallow()
    const url = on(silent.map(({ port }) => port))
    await expect(openPostgres(url, { timeoutMs: 1_200 })).rejects.toThrow("can't be reached")
    const said: string[] = []
    const signal = AbortSignal.abort(new Error('Ctrl-C'))
    const opening = openPostgres(url, { timeoutMs: 1_200, signal, onAway: why => said.push(why.message) })
    await expect(opening).rejects.toThrow('Ctrl-C')
    expect(said).toEqual([expect.stringMatching(/can't be reached: it doesn't answer$/)])
  })

  it('waits while all of them are standbys', async () => {
    const { server, name } = await newDatabase()
    await server.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`)
    const ports = [server.port, server.port]
    await expect(openPostgres(on(ports, name), { clock: passing() })).rejects.toMatchObject({
      category: 'network',
      message: expect.stringMatching(/(127.0.0.1:\d+: it can only be read at the moment(; |$)){2}/),
    })
  })

  it('asks no other one when a password is refused, and names the one that did', async () => {
    const strict = await startPostgres({ password: 'right' })
    const { port } = await sharedPostgres()
    const opening = (password: string) =>
      openPostgres(on([strict.port, port]), { env: { PGPASSWORD: password } })
    await expect(opening('wrong')).rejects.toThrow(
      `postgres://postgres@127.0.0.1:${strict.port}/postgres refused the password of the user postgres`,
    )
    expect((await (await opening('right')).query(PORT)).rows).toEqual([{ port: strict.port }])
  })

  it('verifies the certificate for the host that it connects to', async () => {
    const server = await startPostgres({ tls: 'localhost' })
    const query = `sslmode=verify-full&sslrootcert=${server.certificates!.ca}`
    const connect = (host: string, down: number) =>
      openPostgres(`postgres://postgres@localhost:${down},${host}:${server.port}/postgres?${query}`)
    const down = await freePort()
    await connect('127.0.0.1', down)
    await expect(connect('127.0.0.2', down)).rejects.toThrow('its certificate is for another host')
  })
})
