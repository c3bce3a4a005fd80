/** Addresses of PostgreSQL, as its documentation has them (libpq, "Connection URIs"). */

import { describe, expect, it } from 'vitest'
import { parsePostgresUrl, postgresOrigin } from '#lib/postgres/url.ts'
import { steps } from '../../support/steps.ts'

const BAD_PORT = 'has a port that is not a number from 1 to 65535, or not one for each host'

describe('an address of PostgreSQL', () => {
  it.each([
    ['postgresql://', {}],
    ['postgresql://localhost:5433', { host: 'localhost', port: '5433' }],
    ['postgresql://user:secret@localhost', { host: 'localhost', user: 'user', password: 'secret' }],
    ['postgresql:///mydb?host=localhost&port=5433', { host: 'localhost', port: '5433', database: 'mydb' }],
    ['postgresql://[2001:db8::1234]/database', { host: '2001:db8::1234', database: 'database' }],
    ['postgresql:///dbname?host=/var/lib/postgresql', { host: '/var/lib/postgresql', database: 'dbname' }],
    ['postgresql://%2Fvar%2Flib%2Fpostgresql/dbname', { host: '/var/lib/postgresql', database: 'dbname' }],
    ['postgres://me@/db?host=/run/postgresql', { host: '/run/postgresql', user: 'me', database: 'db' }],
    ['postgres://a%40b:c%3Ad%2F@h/d%20b', { host: 'h', user: 'a@b', password: 'c:d/', database: 'd b' }],
    ['postgres://u:@h/d', { host: 'h', user: 'u', database: 'd' }],
    ['  POSTGRES://h/d\n', { host: 'h', database: 'd' }],
    ['postgres://h?dbname=d&user=u', { host: 'h', database: 'd', user: 'u' }],
    ['postgresql://host1:123,host2:456/somedb', { host: 'host1,host2', port: '123,456', database: 'somedb' }],
    ['postgres://[::1]:1,h/d', { host: '::1,h', port: '1,', database: 'd' }],
    ['postgres:///d?host=/run/a,h&port=5433', { host: '/run/a,h', port: '5433', database: 'd' }],
    ['postgres://h,i/d?target_session_attrs=any', { host: 'h,i', port: ',', database: 'd' }],
    ['postgres://h/d?target_session_attrs=read-write', { host: 'h', database: 'd' }],
  ])('%s is read into its parts', (text, parts) => {
    expect(parsePostgresUrl(text, 'x')).toEqual({ ...parts, tls: {} })
  })

  it.each([
    ['application_name=cashier%201', { applicationName: 'cashier 1' }],
    ['connect_timeout=7', { connectTimeout: 7 }],
    // As in libpq.
    ['connect_timeout=1', { connectTimeout: 2 }],
    ['connect_timeout=0&application_name=', {}],
    ['channel_binding=prefer', { binding: 'prefer' }],
    ['channel_binding=require', { binding: 'require' }],
    ['channel_binding=disable', {}],
  ])('takes what managed databases print: %s', (query, parts) => {
    expect(parsePostgresUrl(`postgres://h/d?${query}`, 'x')).toEqual({
      host: 'h',
      database: 'd',
      ...parts,
      tls: {},
    })
  })

  it('has the parameters about TLS', () => {
    const tls = { sslmode: 'verify-ca', sslrootcert: '/etc/ca.pem', sslcert: 'c', sslkey: 'k' }
    const query = 'sslmode=verify-ca&sslrootcert=%2Fetc%2Fca.pem&sslcert=c&sslkey=k'
    expect(parsePostgresUrl(`postgres://h/d?${query}`, 'x').tls).toEqual(tls)
  })

  it.each([
    ['HIDDEN', 'is not the address of a PostgreSQL database'],
    ['postgres://u:HIDDEN#@h/d', 'is not the address of a PostgreSQL database'],
    ['postgres://u:HIDDEN@h/a/b?c#d', 'is not the address of a PostgreSQL database'],
    ['postgres://u:12/HIDDEN@h/d', 'is not the address of a PostgreSQL database'],
    ['postgres://u:HIDDEN%@h/d', 'has a % that is not followed by two hex digits'],
    ['postgres://u:HIDDEN@h:1,i:2:3/d', 'has no host and port'],
    ['postgres://u:HIDDEN@h:1,i:0/d', BAD_PORT],
    ['postgres://u:HIDDEN@h,i/d?port=1,2,3', BAD_PORT],
    ...['read-only', 'standby', 'prefer-standby', 'HIDDEN', ''].map(value => [
      `postgres://u:HIDDEN@h/d?target_session_attrs=${value}`,
      'has a target_session_attrs for a server that may not take deliveries',
    ]),
    ['postgres://u:HIDDEN@h:0/d', BAD_PORT],
    ['postgres://h/d?port=HIDDEN', BAD_PORT],
    ['postgres://h/d?HIDDEN=1', "has a parameter that pixctl doesn't know"],
    [
      'postgres://h/d?sslmode=require&channel_binding=HIDDEN',
      'has a channel_binding other than disable, prefer and require',
    ],
    ['postgres://h/d?connect_timeout=HIDDEN', 'has a connect_timeout that is not a whole number of seconds'],
    ['postgres://h/d?options=HIDDEN', "has a parameter that pixctl doesn't know: options"],
    [
      'postgres://h/d?pgbouncer=true',
      "has a parameter that pixctl doesn't know: pgbouncer, which isn't one of libpq",
    ],
  ])('%s is refused, and not repeated', (text, words) => {
    let failure: unknown
    try {
      parsePostgresUrl(text, '--inbox')
    } catch (error) {
      failure = error
    }
    expect(failure).toMatchObject({ category: 'usage', message: `--inbox ${words}` })
    expect(steps(failure as never)).not.toContain('HIDDEN')
  })

  it('has an origin without user and password', () => {
    expect(postgresOrigin('postgres://u:p@[::1]:5433/d')).toBe('postgres://[::1]:5433')
    expect(postgresOrigin('postgresql://u:p@db.example/d')).toBe('postgres://db.example')
    expect(postgresOrigin('postgres://u:p@a:1,[::1],b/d')).toBe('postgres://a:1,[::1],b')
  })
})
