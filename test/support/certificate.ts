/** Certificates made by OpenSSL. */

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from './folder.ts'

export interface Certified {
  cert: Buffer
  key: Buffer
}

/** A certificate that signs itself, for these names (`DNS:x`, `IP:1.2.3.4`), and its key. */
export function certificateFor(
  names: readonly string[] = [],
  { days = 2, subject = 'counter' } = {},
): Certified {
  const folder = temporaryFolder()
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const alternative = names.length > 0 ? ['-addext', `subjectAltName=${names.join(',')}`] : []
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', String(days)]
  const files = ['-keyout', key, '-out', cert]
  const args = ['req', '-x509', ...made, '-subj', `/CN=${subject}`, ...alternative, ...files]
  execFileSync('openssl', args, { stdio: 'ignore' })
  return { cert: readFileSync(cert), key: readFileSync(key) }
}
