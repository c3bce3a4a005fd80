/** sslmode as libpq has it, against real servers. 0.0.0.0 leads to this machine, but by its name it isn't loopback. */

import { chmodSync, cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { temporaryFolder } from '../../../support/folder.ts'
import { describeOnPostgres, type PostgresServer, startPostgres } from '../../../support/postgres.ts'
import { type Opening, openPostgres } from './opening.ts'

/** Whether the connection is encrypted; what went wrong if there is none. */
async function outcome(server: PostgresServer, query: string, opening: Opening & { host?: string } = {}) {
  const { host = '0.0.0.0', ...options } = opening
  try {
    const postgres = await openPostgres(`${server.url('postgres', { host })}?${query}`, options)
    const { rows } = await postgres.query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()')
    return rows[0]?.ssl === true ? 'encrypted' : 'plain'
  } catch (error) {
    return (error as Error).message.replace(/^.*is not secure: /, '')
  }
}

const UNKNOWN =
  /^its certificate was not accepted \((SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE)\)$/

describeOnPostgres('to a server with a certificate', () => {
  it('verifies authority and name by default, and as much as sslmode says', async () => {
    const server = await startPostgres({ tls: 'localhost' })
    const { ca, otherCa } = server.certificates!
    const [right, wrong] = [`sslrootcert=${ca}`, `sslrootcert=${otherCa}`]
    for (const query of ['', `sslmode=verify-full&${wrong}`, 'sslrootcert=system']) {
      expect(await outcome(server, query)).toMatch(UNKNOWN)
    }
    // With an authority, `require` is `verify-ca`.
    for (const mode of ['require', 'verify-ca']) {
      expect(await outcome(server, `sslmode=${mode}&${wrong}`)).toMatch(UNKNOWN)
    }
    for (const mode of ['disable', 'allow']) expect(await outcome(server, `sslmode=${mode}`)).toBe('plain')
    const encrypted = [right, `sslmode=verify-full&${right}`, `sslmode=verify-ca&${right}`]
    for (const query of [...encrypted, 'sslmode=prefer', 'sslmode=require']) {
      expect(await outcome(server, query)).toBe('encrypted')
    }
    // On this machine libpq's default.
    expect(await outcome(server, '', { host: '127.0.0.1' })).toBe('encrypted')
  })

  it('takes the same from the environment and from ~/.postgresql', async () => {
    const server = await startPostgres({ tls: 'localhost' })
    const { ca } = server.certificates!
    const env = { PGSSLMODE: 'verify-full', PGSSLROOTCERT: ca }
    expect(await outcome(server, '', { env, host: 'localhost' })).toBe('encrypted')
    expect(await outcome(server, '', { env: { PGSSLMODE: 'disable' } })).toBe('plain')
    expect(await outcome(server, 'sslmode=prefer', { env: { PGSSLMODE: 'disable' } })).toBe('encrypted')
    const home = temporaryFolder()
    mkdirSync(join(home, '.postgresql'))
    cpSync(ca, join(home, '.postgresql/root.crt'))
    expect(await outcome(server, '', { home })).toBe('encrypted')
  })

  it.each([
    ['NODE_TLS_REJECT_UNAUTHORIZED', '0'],
    ['PGSSLNEGOTIATION', 'direct'],
  ])('does not let %s change that', async (variable, value) => {
    const server = await startPostgres({ tls: 'localhost' })
    vi.stubEnv(variable, value)
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(await outcome(server, '')).toMatch(UNKNOWN)
    expect(await outcome(server, 'sslmode=disable')).toBe('plain')
  })

  it('refuses a certificate for another name only with verify-full', async () => {
    const server = await startPostgres({ tls: 'wrong-name' })
    const right = `sslrootcert=${server.certificates!.ca}`
    expect(await outcome(server, right)).toBe('its certificate is for another host')
    expect(await outcome(server, right, { host: 'localhost', env: { PGSSLMODE: 'verify-full' } })).toBe(
      'its certificate is for another host',
    )
    expect(await outcome(server, `sslmode=verify-ca&${right}`)).toBe('encrypted')
    expect(await outcome(server, `sslmode=require&${right}`)).toBe('encrypted')
  })

  it('shows its own certificate if the server asks for it', async () => {
    const server = await startPostgres({ tls: 'localhost', clientCertificate: true })
    const { ca, client } = server.certificates!
    const query = `sslrootcert=${ca}&sslcert=${client.cert}&sslkey=${client.key}`
    expect(await outcome(server, query)).toBe('encrypted')
    expect(await outcome(server, `sslrootcert=${ca}`)).toContain('refused the user postgres')
    // The server takes only TLS, and `allow` finds that out.
    const pair = `sslcert=${client.cert}&sslkey=${client.key}`
    expect(await outcome(server, `sslmode=allow&${pair}`)).toBe('encrypted')
    const home = temporaryFolder()
    mkdirSync(join(home, '.postgresql'))
    for (const [from, to] of [
      [ca, 'root.crt'],
      [client.cert, 'postgresql.crt'],
      [client.key, 'postgresql.key'],
    ] as const) {
      cpSync(from, join(home, '.postgresql', to))
      chmodSync(join(home, '.postgresql', to), 0o600)
    }
    expect(await outcome(server, '', { home })).toBe('encrypted')
  })
})

describeOnPostgres('with channel_binding=require', () => {
  it('connects to a server that proves to be the one with the certificate, and to no other', async () => {
    const server = await startPostgres({ tls: 'localhost', password: 'right' })
    expect(await outcome(server, 'sslmode=require&channel_binding=require')).toBe('encrypted')
    expect(await outcome(server, 'sslmode=disable&channel_binding=require')).toContain('did not prove')
  })
})

describeOnPostgres('to a server without a certificate', () => {
  it('connects only where sslmode allows it', async () => {
    const server = await startPostgres()
    for (const query of ['', 'sslmode=verify-full', 'sslmode=require']) {
      expect(await outcome(server, query)).toBe('the server has no TLS')
    }
    for (const query of ['sslmode=prefer', 'sslmode=allow', 'sslmode=disable']) {
      expect(await outcome(server, query)).toBe('plain')
    }
    expect(await outcome(server, '', { host: '127.0.0.1' })).toBe('plain')
  })
})
