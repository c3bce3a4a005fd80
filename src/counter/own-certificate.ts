/**
 * The certificate that pixctl makes for the counter's page, in one file with its key, so that both always belong together. It
 * signs itself, so a browser asks before it takes it (docs/decisions/web.md#certificate-of-the-counter).
 */

import { KeyObject, X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { Certificate, firstNameOf, isCertificateFor } from '#lib/certificate.ts'
import { readPrivateBytes, replaceFile } from '#lib/files.ts'
import { prepareFolder } from '#state/folder.ts'
import { fileOf, type StateOwner } from '#state/line-files.ts'
import { texts } from './texts.ts'

const FILE = 'counter-certificate.pem'
const DAY_MS = 86_400_000
/** Apple's devices take none that is valid for more than 398 days, and a tablet's clock may be a day behind. */
const VALID_DAYS = { before: 1, after: 396 }
/** One that ends sooner is made anew. */
const LEFT_MS = 30 * DAY_MS

/**
 * The certificate for this host: the kept one if it is for the host and valid for a while, otherwise a new one. Failure (fault) if
 * another user could have written it. Throws system errors.
 *
 * @param now in milliseconds since the epoch
 */
export async function ownCertificate(owner: StateOwner, host: string, now: number): Promise<Certificate> {
  prepareFolder(owner.dataDir, owner.profile)
  const kept = await readKept(owner)
  if (kept && isCertificateFor(kept.cert, host) && kept.endsAt - now > LEFT_MS) return kept
  replaceFile(fileOf(owner, FILE), await newCertificate(host, now))
  return (await readKept(owner))!
}

/** The host that the kept certificate is for; undefined if there is none. Failure (fault) like {@link ownCertificate}. */
export async function keptHost(owner: StateOwner): Promise<string | undefined> {
  const kept = await readKept(owner)
  return kept && firstNameOf(kept.cert)
}

/** What the tablet's browser asks, and what a person compares in it: lines, in the language of now. */
export function aboutCertificate({ cert }: Certificate, host: string): string[] {
  const bytes = new X509Certificate(cert).fingerprint256.split(':')
  const fingerprint = [0, 8, 16, 24].map(at => bytes.slice(at, at + 8).join(':'))
  return [texts.asksOnce(host), texts.compare(), ...fingerprint]
}

/** Undefined if there is none, or if it can't be read. */
async function readKept(owner: StateOwner): Promise<Certificate | undefined> {
  const file = fileOf(owner, FILE)
  const pem = readPrivateBytes(file, true)
  return pem ? Certificate.create(file, file, { cert: pem, key: pem }).catch(() => undefined) : undefined
}

/** A certificate and its key, as PEM. */
async function newCertificate(host: string, now: number): Promise<string> {
  // The library needs it, and loads nothing by itself.
  await import('reflect-metadata')
  const x509 = await import('@peculiar/x509')
  const signingAlgorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const keys = await crypto.subtle.generateKey(signingAlgorithm, true, ['sign', 'verify'])
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [host] }, { O: ['pixctl'] }],
    notBefore: new Date(now - VALID_DAYS.before * DAY_MS),
    notAfter: new Date(now + VALID_DAYS.after * DAY_MS),
    signingAlgorithm,
    keys,
    extensions: [
      new x509.SubjectAlternativeNameExtension(namesFor(host)),
      // It can't sign others: whoever gets the key could make no certificate for another site.
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  const key = KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' })
  return `${certificate.toString('pem')}\n${key}`
}

/** The host first, because it is in the address that is shown; then the computer's name. */
function namesFor(host: string) {
  const own = hostname().toLowerCase()
  const names = /^[a-z0-9.-]+$/.test(own) && own !== host ? [host, own] : [host]
  return names.map(value => ({ type: isIP(value) === 0 ? ('dns' as const) : ('ip' as const), value }))
}
