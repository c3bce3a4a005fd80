/** The certificate that pixctl makes for the counter, read by OpenSSL and by Node. */

import { execFileSync, spawnSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Counter } from '#charges/watching/counter.ts'
import { aboutCertificate, keptHost, ownCertificate } from '#counter/own-certificate.ts'
import { serveCounter } from '#counter/serve.ts'
import { useLanguage } from '#lib/language.ts'
import { FakeClock } from '../support/clock.ts'
import { temporaryFolder } from '../support/folder.ts'
import { FakeCounter, NOW, SINCE } from './counter-pages.ts'

const DAY = 86_400_000
const HOST = '192.168.0.10'

function newOwner() {
  const owner = { dataDir: temporaryFolder(), profile: 'default' }
  return { owner, file: join(owner.dataDir, 'profiles', 'default', 'counter-certificate.pem') }
}

const make = async (host = HOST, now = NOW) => {
  const { owner, file } = newOwner()
  const tls = await ownCertificate(owner, host, now)
  return { owner, file, tls, certificate: new X509Certificate(tls.cert) }
}

describe('the certificate of the counter', () => {
  it('is for the address and the computer’s name, for at most 398 days, and signs no other', async () => {
    const { certificate } = await make()
    expect(certificate.checkIP(HOST)).toBe(HOST)
    expect(certificate.checkIP('192.168.0.11')).toBeUndefined()
    expect(certificate.subjectAltName).toBe(`IP Address:${HOST}, DNS:${hostname().toLowerCase()}`)
    expect(certificate.ca).toBe(false)
    expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1'])
    expect(certificate.publicKey.asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' })
    const [from, to] = [certificate.validFromDate.getTime(), certificate.validToDate.getTime()]
    expect(from).toBeLessThanOrEqual(NOW - DAY + 1000)
    expect(to - NOW).toBeGreaterThan(365 * DAY)
    expect(to - from).toBeLessThanOrEqual(398 * DAY)
  })

  it('is for a name too', async () => {
    const { certificate } = await make('balcao.local')
    expect(certificate.checkHost('balcao.local')).toBe('balcao.local')
  })

  it.skipIf(spawnSync('openssl', ['version']).error)('is one that OpenSSL takes, with its key', async () => {
    const { file } = await make(HOST, Date.now())
    const openssl = (...args: string[]) => execFileSync('openssl', args, { encoding: 'utf8' })
    const verified = openssl(
      'verify',
      '-x509_strict',
      '-purpose',
      'sslserver',
      '-verify_ip',
      HOST,
      '-CAfile',
      file,
      file,
    )
    expect(verified).toBe(`${file}: OK\n`)
    expect(openssl('x509', '-in', file, '-noout', '-pubkey')).toBe(openssl('pkey', '-in', file, '-pubout'))
    expect(openssl('x509', '-in', file, '-noout', '-text')).toContain(
      'Signature Algorithm: ecdsa-with-SHA256',
    )
  })

  it('is kept with its key in a file for its owner alone, and used again', async () => {
    const { owner, file, certificate } = await make()
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const again = await ownCertificate(owner, HOST, NOW + 300 * DAY)
    expect(new X509Certificate(again.cert).fingerprint256).toBe(certificate.fingerprint256)
    expect(await keptHost(owner)).toBe(HOST)
  })

  it.each([
    ['near its end', HOST, NOW + 367 * DAY],
    ['after its end', HOST, NOW + 500 * DAY],
    ['for another address', '192.168.0.11', NOW],
  ])('is made anew %s', async (_name, host, now) => {
    const { owner, certificate } = await make()
    const next = await ownCertificate(owner, host, now)
    const made = new X509Certificate(next.cert)
    expect(made.fingerprint256).not.toBe(certificate.fingerprint256)
    expect(made.checkIP(host)).toBe(host)
    expect(made.validToDate.getTime()).toBeGreaterThan(now + 365 * DAY)
  })

  it('is made anew if its file has lost something', async () => {
    const { owner, file } = await make()
    writeFileSync(file, readFileSync(file, 'utf8').split('-----BEGIN PRIVATE KEY')[0]!)
    expect(await keptHost(owner)).toBeUndefined()
    expect((await ownCertificate(owner, HOST, NOW)).key.toString()).toContain('-----BEGIN PRIVATE KEY')
  })

  it.skipIf(process.platform === 'win32')('is refused if others could have written it', async () => {
    const { owner, file } = await make()
    chmodSync(file, 0o602)
    const refused = { category: 'fault', message: expect.stringContaining(file) }
    await expect(ownCertificate(owner, HOST, NOW)).rejects.toMatchObject(refused)
    await expect(keptHost(owner)).rejects.toMatchObject(refused)
  })

  it('has its fingerprint said in lines that fit 40 columns, in both languages', async () => {
    const { tls, certificate } = await make()
    for (const language of ['en', 'pt-BR'] as const) {
      useLanguage(language)
      const [, , ...lines] = aboutCertificate(tls, HOST)
      expect(lines.join(':')).toBe(certificate.fingerprint256)
      expect(Math.max(...lines.map(line => line.length))).toBeLessThan(40)
    }
    useLanguage('en')
  })
})

it('serves the counter to a browser that trusts it', async () => {
  const { tls } = await make('127.0.0.1', Date.now())
  const clock = new FakeClock(NOW)
  const page = await serveCounter({
    counter: new FakeCounter(clock) as unknown as Counter,
    clock,
    host: '127.0.0.1',
    port: 0,
    tls,
    shop: 'Padaria',
    cents: false,
    isSandbox: true,
    since: SINCE,
    assetsFolder: join(import.meta.dirname, '../../dist/web'),
    unfinished: () => null,
    commandText: String,
    keptFile: name => join(temporaryFolder(), name),
    onFault: fault => {
      throw fault
    },
  })
  onTestFinished(() => page.close())
  const { origin } = new URL(page.newLoginUrl())
  expect(origin).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
  const ask = (ca?: Buffer) =>
    new Promise((resolve, reject) => {
      const asked = request(origin, { ca }, answer => {
        answer.resume()
        resolve(answer.statusCode)
      })
      asked.on('error', reject).end()
    })
  expect(await ask(tls.cert)).toBe(401)
  await expect(ask()).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
})
