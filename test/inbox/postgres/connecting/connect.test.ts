/** Connections to real servers that go away, come back, refuse, or don't answer. */

import { expect, it, onTestFinished } from 'vitest'
import { Away } from '#inbox/postgres/connecting/errors.ts'
import { FakeClock, passing } from '../../../support/clock.ts'
import { freePort } from '../../../support/http.ts'
import { describeOnPostgres, newDatabase, startPostgres } from '../../../support/postgres.ts'
import { says } from '../../../support/steps.ts'
import { startTcpProxy } from '../../../support/tcp-proxy.ts'
import { openPostgres } from './opening.ts'

describeOnPostgres('a session', () => {
  it('is durable and read committed, whatever the database says', async () => {
    const { name, url, server } = await newDatabase()
    await server.query(`ALTER DATABASE ${name} SET synchronous_commit = off`)
    await server.query(`ALTER DATABASE ${name} SET default_transaction_isolation = 'serializable'`)
    const postgres = await openPostgres(url)
    const show = async (setting: string) => Object.values((await postgres.query(`SHOW ${setting}`)).rows[0]!)
    expect(await show('synchronous_commit')).toEqual(['on'])
    expect(await show('transaction_isolation')).toEqual(['read committed'])
  })

  it('calls no function of another schema, whatever the search path of the database', async () => {
    const { name, url, server, query } = await newDatabase()
    await query(`CREATE SCHEMA other;
      CREATE FUNCTION other.set_config(text, text, boolean) RETURNS text LANGUAGE sql AS $$ SELECT 'nothing' $$`)
    await server.query(`ALTER DATABASE ${name} SET search_path = other, pg_catalog;
      ALTER DATABASE ${name} SET synchronous_commit = off`)
    const { rows } = await (await openPostgres(url)).query('SHOW synchronous_commit')
    expect(rows).toEqual([{ synchronous_commit: 'on' }])
  })

  it('gives values the same meaning, whatever the role or the database says', async () => {
    const { name, url, server } = await newDatabase()
    for (const setting of [
      'array_nulls = off',
      'standard_conforming_strings = off',
      'transform_null_equals = on',
      "DateStyle = 'German, DMY'",
      "IntervalStyle = 'sql_standard'",
      'extra_float_digits = -15',
      "bytea_output = 'escape'",
      "TimeZone = 'America/Sao_Paulo'",
      "client_encoding = 'LATIN1'",
    ]) {
      await server.query(`ALTER DATABASE ${name} SET ${setting}`)
    }
    const statement = `SELECT $1::text[] AS texts, 'a\\b' AS text, NULL = NULL AS same, $2::timestamptz AS at,
      $3::bytea[] AS bytes, 0.1::float8 + 0.2 AS sum, $4::bigint AS big, $5::timestamptz AS early,
      extract(hour FROM interval '-1 2:00')::int AS hours`
    const texts = ['a"b\\{,}', null, 'null', 'ã €']
    const bytes = [Buffer.from([0, 255]), Buffer.alloc(0)]
    const [at, early] = ['2026-03-04T12:00:00.120Z', '1970-01-01T00:00:00.000Z']
    const postgres = await openPostgres(url)
    const { rows } = await postgres.query(statement, [texts, at, bytes, Number.MAX_SAFE_INTEGER, early])
    const big = Number.MAX_SAFE_INTEGER
    const rest = { text: 'a\\b', same: null, sum: 0.1 + 0.2, hours: 2 }
    expect(rows).toEqual([{ texts, at, bytes, big, early, ...rest }])
  })

  it.each(['LATIN1', 'WIN1252', 'SQL_ASCII'])(
    'is refused in a database with the encoding %s',
    async encoding => {
      const { server, name } = await newDatabase()
      await server.query(`CREATE DATABASE ${name}_other ENCODING '${encoding}' TEMPLATE template0 LOCALE 'C'`)
      onTestFinished(() => server.query(`DROP DATABASE ${name}_other WITH (FORCE)`).then(() => {}))
      await expect(openPostgres(server.url(`${name}_other`))).rejects.toMatchObject({
        category: 'usage',
        message: says(new RegExp(`^the database ${name}_other at .* has the encoding ${encoding}, `)),
        next: [says(/createdb -T template0 -E UTF8/)],
      })
    },
  )

  it('reaches a server by its Unix socket', async () => {
    const { server, name } = await newDatabase()
    const postgres = await openPostgres(server.socketUrl(name))
    expect(postgres.address.shown).toBe(
      `postgres://postgres@/${name}?host=${server.socketFolder}&port=${server.port}`,
    )
    expect((await postgres.query('SELECT inet_client_addr() AS address')).rows).toEqual([{ address: null }])
  })

  it('rolls a transaction back if its work fails', async () => {
    const { url, query } = await newDatabase()
    await query('CREATE TABLE public.t (n int)')
    const postgres = await openPostgres(url)
    await postgres.transaction(on => on.query('INSERT INTO public.t VALUES (1)'))
    const failed = postgres.transaction(async on => {
      await on.query('INSERT INTO public.t VALUES (2)')
      throw new Error('stop')
    })
    await expect(failed).rejects.toThrow('stop')
    expect(await query('SELECT n FROM t')).toEqual([{ n: 1 }])
  })
})

describeOnPostgres('at the start', () => {
  it('waits for a server that comes later', async () => {
    const server = await startPostgres()
    await server.stop()
    const reasons: string[] = []
    const opening = openPostgres(server.url(), {
      timeoutMs: 30_000,
      onAway: why => reasons.push(why.message),
    })
    await expect.poll(() => reasons).toEqual([says(/can't be reached: it refused the connection$/)])
    await server.start()
    const postgres = await opening
    expect((await postgres.query('SELECT 1 AS n')).rows).toEqual([{ n: 1 }])
  })

  it('gives up after its patience', async () => {
    const port = await freePort()
    // Its waits end at once: with a short patience, a busy machine could take longer than that to be refused.
    await expect(
      openPostgres(`postgres://me@127.0.0.1:${port}/db`, { clock: passing() }),
    ).rejects.toMatchObject({
      category: 'network',
      message: `the inbox postgres://me@127.0.0.1:${port}/db can't be reached: it refused the connection`,
    })
  })

  it('gives up on a server that takes connections and never answers', async () => {
    const { server, name } = await newDatabase()
    const proxy = await startTcpProxy(server.port)
    proxy.swallow()
    await expect(
      openPostgres(server.url(name, { port: proxy.port }), { timeoutMs: 300 }),
    ).rejects.toMatchObject({ category: 'network', message: expect.stringContaining("it doesn't answer") })
  })

  it('stops waiting when it is interrupted', async () => {
    const interrupt = new AbortController()
    const opening = openPostgres(`postgres://me@127.0.0.1:${await freePort()}/db`, {
      signal: interrupt.signal,
      onAway: () => interrupt.abort(new Error('Ctrl-C')),
    })
    await expect(opening).rejects.toThrow('Ctrl-C')
  })

  it('refuses a database that can only be read', async () => {
    const { name, url, server } = await newDatabase()
    await server.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`)
    await expect(openPostgres(url)).rejects.toThrow('read-only')
  })

  it('names a database that is missing', async () => {
    const { server } = await newDatabase()
    await expect(openPostgres(server.url('nothing'))).rejects.toMatchObject({
      category: 'usage',
      message: expect.stringContaining('there is no database "nothing"'),
    })
  })

  it('refuses what the check refuses', async () => {
    const { url } = await newDatabase()
    const check = () => Promise.reject(new Error('another schema'))
    await expect(openPostgres(url, { check })).rejects.toThrow('another schema')
  })
})

describeOnPostgres('while it runs', () => {
  it('goes on after a crash of the server, and says when it is away and back', async () => {
    const server = await startPostgres()
    const said: string[] = []
    const postgres = await openPostgres(server.url(), {
      // It takes a while to start again beside others.
      timeoutMs: 30_000,
      onAway: why => said.push(why.message),
      onBack: () => said.push('back'),
    })
    await postgres.query('CREATE TABLE public.t AS SELECT 1 AS n')
    await server.stop('immediate')
    await expect(postgres.query('SELECT 1')).rejects.toBeInstanceOf(Away)
    await expect(postgres.query('SELECT 1')).rejects.toBeInstanceOf(Away)
    const patient = postgres.patiently(() => postgres.query('SELECT n FROM public.t'))
    await server.start()
    expect((await patient).rows).toEqual([{ n: 1 }])
    await expect.poll(() => said.slice(1)).toEqual(['back'])
  })

  it('survives that all its connections are cut', async () => {
    const { server, query, name } = await newDatabase()
    await query('CREATE TABLE public.t AS SELECT 1 AS n')
    const proxy = await startTcpProxy(server.port)
    const postgres = await openPostgres(server.url(name, { port: proxy.port }))
    await Promise.all([1, 2, 3].map(() => postgres.query('SELECT pg_sleep(0.01)')))
    const cut = postgres.query('SELECT pg_sleep(5)')
    proxy.cut()
    await expect(cut).rejects.toMatchObject({ reason: says('the connection was cut') })
    expect((await postgres.query('SELECT n FROM public.t')).rows).toEqual([{ n: 1 }])
  })

  it('gives up a statement that is swallowed, and all other connections with it', async () => {
    const { server, name } = await newDatabase()
    const proxy = await startTcpProxy(server.port)
    const postgres = await openPostgres(server.url(name, { port: proxy.port }))
    await Promise.all([1, 2, 3].map(() => postgres.query('SELECT pg_sleep(0.01)')))
    proxy.swallow()
    const lost = postgres.query({ text: 'SELECT 1', query_timeout: 200 })
    await expect(lost).rejects.toMatchObject({ reason: says("it doesn't answer") })
    proxy.pass()
    expect((await postgres.query({ text: 'SELECT 1 AS n', query_timeout: 2_000 })).rows).toEqual([{ n: 1 }])
  })

  it('ends though its connections lead nowhere', async () => {
    const { server, name } = await newDatabase()
    const proxy = await startTcpProxy(server.port)
    const clock = new FakeClock()
    const postgres = await openPostgres(server.url(name, { port: proxy.port }), { clock })
    proxy.swallow()
    const lost = expect(postgres.query('SELECT 1')).rejects.toBeInstanceOf(Away)
    const closed = postgres.close()
    clock.advance(2_000)
    await Promise.all([closed, lost])
  })

  it('has the name that the address gives it', async () => {
    const { server, name } = await newDatabase()
    const url = new URL(server.url(name))
    url.searchParams.set('application_name', 'cashier_1')
    const postgres = await openPostgres(url.href)
    const { rows } = await postgres.query('SHOW application_name')
    expect(rows).toEqual([{ application_name: 'cashier_1' }])
  })

  // A second connection is for poolers only: `pg` knows the process that serves the first, which isn't documented.
  it('takes one connection', async () => {
    const { server, name } = await newDatabase()
    const role = `${name}_single`
    await server.query(`CREATE ROLE ${role} LOGIN CONNECTION LIMIT 1`)
    const url = new URL(server.url(name))
    url.username = role
    const postgres = await openPostgres(url.href)
    expect((await postgres.query('SELECT current_user AS role')).rows).toEqual([{ role }])
    await postgres.close()
    await server.query(`DROP ROLE ${role}`)
  })
})
