/** What an address leaves out: from the environment and ~/.pgpass, as libpq has it. */

import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { english } from '#lib/language.ts'
import { resolveAddress } from '#lib/postgres/address.ts'
import { parsePostgresUrl } from '#lib/postgres/url.ts'
import { trustAs } from '#lib/trust.ts'
import { temporaryFolder } from '../../../support/folder.ts'
import { describeOnPostgres, newDatabase, startPostgres } from '../../../support/postgres.ts'
import { says } from '../../../support/steps.ts'
import { openPostgres } from './opening.ts'

function resolved(url: string, env: Record<string, string> = {}, home = '/nowhere') {
  const warnings: string[] = []
  const address = resolveAddress({
    url: parsePostgresUrl(url, 'x'),
    env,
    home,
    warn: text => warnings.push(english(text)),
    hide: () => {},
  })
  return { ...address.servers[0]!, ...address, warnings }
}

/** A home with a ~/.pgpass. */
function homeWith(lines: string, mode = 0o600): string {
  const home = temporaryFolder()
  writeFileSync(join(home, '.pgpass'), lines)
  chmodSync(join(home, '.pgpass'), mode)
  return home
}

describe('an address', () => {
  it('takes what it leaves out from the environment', () => {
    const env = { PGHOST: 'db.example', PGPORT: '5433', PGUSER: 'me', PGDATABASE: 'shop' }
    expect(resolved('postgres://', env)).toMatchObject({
      host: 'db.example',
      port: 5433,
      user: 'me',
      database: 'shop',
      shown: 'postgres://me@db.example:5433/shop',
    })
    expect(resolved('postgres://u@h:1/d', env).shown).toBe('postgres://u@h:1/d')
    // As libpq, it takes the user for the database.
    expect(resolved('postgres://me@h').shown).toBe('postgres://me@h:5432/me')
  })

  it.each(['x', '0', '-1', '65536', '1.5'])('refuses PGPORT=%s', value => {
    expect(() => resolved('postgres://h', { PGPORT: value })).toThrow(
      'PGPORT is not a number from 1 to 65535',
    )
  })

  it('may name several hosts, with one port for all or one for each', () => {
    const placesIn = (url: string, env: Record<string, string> = {}) => {
      const { servers, shown } = resolved(url, env)
      return [servers.map(({ host, port }) => `${host} ${port}`), shown]
    }
    expect(placesIn('postgres://u@a:5433,[::1]/d', { PGPORT: '1' })).toEqual([
      ['a 5433', '::1 5432'],
      'postgres://u@a:5433,[::1]:5432/d',
    ])
    expect(placesIn('postgres://u@/d', { PGHOST: 'a,/run/b', PGPORT: '1,2' })).toEqual([
      ['a 1', '/run/b 2'],
      'postgres://u@a:1,%2Frun%2Fb:2/d',
    ])
    expect(placesIn('postgres://u@/d?host=a,b&port=3')[0]).toEqual(['a 3', 'b 3'])
    expect(() => resolved('postgres://u@/d', { PGHOST: 'a,b,c', PGPORT: '1,2' })).toThrow(
      'PGPORT is not a number from 1 to 65535, or not one for each host',
    )
  })

  it('takes an empty variable for an unset one', () => {
    const env = { PGHOST: '', PGPORT: '', PGUSER: '', PGDATABASE: '', PGPASSWORD: '', PGSSLMODE: '' }
    const address = resolved('postgres://u@h/d', env)
    expect(address).toMatchObject({ port: 5432, warnings: [] })
    expect(address.password()).toBeUndefined()
  })

  it('shows a socket and an IPv6 address so that it can be used again', () => {
    expect(resolved('postgres://u@/d?host=/run/postgresql').shown).toBe(
      'postgres://u@/d?host=/run/postgresql',
    )
    expect(resolved('postgres://u@[::1]/d').shown).toBe('postgres://u@[::1]:5432/d')
  })

  it.each([
    ['disable', 'db.example', true],
    ['prefer', 'db.example', true],
    ['require', '10.0.0.1', true],
    ['verify-ca', 'db.example', true],
    ['verify-full', 'db.example', false],
    ['disable', 'localhost', false],
    ['disable', '127.0.0.1', false],
    ['disable', '[::1]', false],
    ['disable', '%2Frun%2Fpostgresql', false],
  ])('sslmode=%s to %s warns: %s', (mode, host, warns) => {
    const url = `postgres://u@${host}/d?sslmode=${mode}&sslrootcert=${import.meta.filename}`
    const { warnings } = resolved(url)
    expect(warnings.map(text => text.split(':')[0])).toEqual(warns ? [`sslmode=${mode}`] : [])
  })

  it.each([
    ['sslmode=no-verify', 'sslmode has an unknown value'],
    ['sslmode=verify-ca', 'sslmode=verify-ca needs the certificate of your own authority'],
    ['sslrootcert=/no/ca.pem', '/no/ca.pem, the file of sslrootcert, could not be read (there is no such'],
    ['sslcert=/no/c.pem', '/no/c.pem, the file of sslcert, could not be read (there is no such file'],
  ])('refuses ?%s', (query, message) => {
    expect(() => resolved(`postgres://u@db.example/d?${query}`)).toThrow(message)
  })

  it('refuses a key that others can read', () => {
    const folder = temporaryFolder()
    for (const name of ['c', 'k']) writeFileSync(join(folder, name), 'x', { mode: 0o644 })
    const query = `sslcert=${folder}/c&sslkey=${folder}/k`
    expect(() => resolved(`postgres://u@h/d?${query}`)).toThrow('is a private key, and others can read it')
  })
})

describe('a variable of libpq that pixctl can’t do', () => {
  // PostgreSQL's documentation, "Environment Variables" of libpq.
  it.each([
    ...['PGHOSTADDR', 'PGSERVICE', 'PGOPTIONS', 'PGREPLICATION'],
    ...['PGREQUIREAUTH', 'PGREQUIREPEER', 'PGSSLCRL', 'PGSSLCRLDIR'],
  ])('%s is refused', name => {
    expect(() => resolved('postgres://u@h/d', { [name]: 'x' })).toThrow(
      expect.objectContaining({
        category: 'usage',
        message: `${name} is set, and pixctl can't do what it says`,
        next: [says(`unset it for pixctl, such as with env -u ${name}`)],
      }),
    )
    expect(resolved('postgres://u@h/d', { [name]: '' }).host).toBe('h')
  })
})

describeOnPostgres('the variables of this process', () => {
  it('don’t reach the connection', async () => {
    vi.stubEnv('PGCLIENT_ENCODING', 'LATIN1')
    onTestFinished(() => void vi.unstubAllEnvs())
    const postgres = await openPostgres((await newDatabase()).url)
    const { rows } = await postgres.query({
      name: 'one',
      text: `SELECT $1 AS text, current_setting('client_encoding') AS encoding`,
      values: ['€'],
    })
    expect(rows).toEqual([{ text: '€', encoding: 'UTF8' }])
  })
})

describe('a password', () => {
  it('comes first from the address, then from PGPASSWORD, then from the file', () => {
    const home = homeWith('*:*:*:*:file\n')
    expect(resolved('postgres://u:url@h/d', { PGPASSWORD: 'env' }, home).password()).toBe('url')
    expect(resolved('postgres://u@h/d', { PGPASSWORD: 'env' }, home).password()).toBe('env')
    expect(resolved('postgres://u@h/d', {}, home).password()).toBe('file')
  })

  it('comes from the file that PGPASSFILE names', () => {
    const file = join(temporaryFolder(), 'elsewhere')
    writeFileSync(file, 'h:5432:d:u:other\n', { mode: 0o600 })
    expect(resolved('postgres://u@h/d', { PGPASSFILE: file }, homeWith('*:*:*:*:file')).password()).toBe(
      'other',
    )
  })

  it('is missing with a warning if PGPASSFILE names a file that is not there', () => {
    const file = join(temporaryFolder(), 'nowhere')
    const home = homeWith('*:*:*:*:file')
    const { password, warnings } = resolved('postgres://u@h/d', { PGPASSFILE: file }, home)
    expect([password(), warnings]).toEqual([undefined, [`${file}, which PGPASSFILE names, is not there`]])
  })

  it('comes from a file that systemd gives to a service, which seems to be readable by its group', () => {
    const folder = temporaryFolder()
    const file = join(folder, 'pgpass')
    writeFileSync(file, '*:*:*:*:credential')
    chmodSync(file, 0o440)
    trustAs({ credentials: folder })
    onTestFinished(() => trustAs({ credentials: undefined }))
    const { password, warnings } = resolved('postgres://u@h/d', { PGPASSFILE: file })
    expect([password(), warnings]).toEqual(['credential', []])
  })

  // PostgreSQL's documentation, "The Password File".
  it.each([
    ['h:5432:d:u:yes', 'yes'],
    ['*:*:*:*:yes', 'yes'],
    ['h:5433:d:u:no\nh:*:d:u:yes\n*:*:*:*:later', 'yes'],
    ['# h:5432:d:u:no\r\nh:5432:d:u:yes\r\n', 'yes'],
    ['h:5432:d:u:with\\:colon and \\\\', 'with:colon and \\'],
    ['h:5432:d:u:with:colon', 'with:colon'],
    ['h:5432:d:other:no\nother:5432:d:u:no\nh:5432:other:u:no', undefined],
    ['h:5432:d:u', undefined],
    ['', undefined],
  ])('in %j', (lines, password) => {
    expect(resolved('postgres://u@h/d', {}, homeWith(lines)).password()).toBe(password)
  })

  it('is that of the host and port that are tried', () => {
    const home = homeWith('a:5432:*:*:of a\nb:5433:*:*:of b')
    const { servers } = resolved('postgres://u@a,b:5433,c/d', {}, home)
    expect(servers.map(each => each.password())).toEqual(['of a', 'of b', undefined])
  })

  it('is found for names with colons and backslashes', () => {
    const home = homeWith('\\:\\:1:5432:a\\\\b:c\\:d:yes')
    expect(resolved('postgres://c%3Ad@[::1]/a%5Cb', {}, home).password()).toBe('yes')
  })

  it('is found under localhost for the usual socket, and under its folder for another', () => {
    const home = homeWith('localhost:*:*:*:usual\n/srv/socket:*:*:*:other')
    expect(resolved('postgres://u@/d?host=/var/run/postgresql', {}, home).password()).toBe('usual')
    expect(resolved('postgres://u@/d?host=/srv/socket', {}, home).password()).toBe('other')
  })

  it('is not read from a file that others can read, nor from a folder', () => {
    const open = resolved('postgres://u@h/d', {}, homeWith('*:*:*:*:file', 0o640))
    expect(open.password()).toBeUndefined()
    expect(open.warnings).toEqual([expect.stringContaining('can be read or changed by others')])
    const home = temporaryFolder()
    mkdirSync(join(home, '.pgpass'), 0o700)
    const folder = resolved('postgres://u@h/d', {}, home)
    expect(folder.password()).toBeUndefined()
    expect(folder.warnings).toEqual([expect.stringContaining('could not be read')])
  })
})

describeOnPostgres('a server that wants a password', () => {
  it('takes the right one, says which one is wrong, and asks for one that is missing', async () => {
    const server = await startPostgres({ password: 'päss:w/rd' })
    const without = `postgres://postgres@127.0.0.1:${server.port}/postgres`
    const user = async (env: Record<string, string>, home?: string) => {
      const postgres = await openPostgres(without, { env, ...(home ? { home } : {}) })
      return (await postgres.query('SELECT current_user')).rows
    }
    const me = [{ current_user: 'postgres' }]
    expect(await user({ PGPASSWORD: 'päss:w/rd' })).toEqual(me)
    expect(await user({}, homeWith(`127.0.0.1:${server.port}:*:postgres:päss\\:w/rd\n`))).toEqual(me)
    await expect(user({ PGPASSWORD: 'HIDDEN' })).rejects.toMatchObject({
      category: 'unauthenticated',
      message: `postgres://postgres@127.0.0.1:${server.port}/postgres refused the password of the user postgres`,
    })
    await expect(user({})).rejects.toMatchObject({
      category: 'unauthenticated',
      message: expect.stringContaining('asks for the password of the user postgres'),
    })
    await expect(user({}, homeWith('*:*:*:*:päss\\:w/rd', 0o644))).rejects.toThrow('asks for the password')
  })
})
