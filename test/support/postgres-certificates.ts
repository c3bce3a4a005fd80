/** Certificates for a PostgreSQL server: from an authority that nothing trusts by itself. */

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Certificate {
  /** Files in PEM. */
  cert: string
  key: string
}

function openssl(args: readonly string[]): void {
  const { status, stderr } = spawnSync('openssl', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`openssl ${args[0]} failed: ${stderr}`)
}

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

/** Made once in a folder: for the server's right names and for a wrong one, and for the user `postgres` as a client. */
export function postgresCertificates(parent: string) {
  const folder = join(parent, 'certificates')
  const files = (name: string): Certificate => ({
    cert: join(folder, `${name}.crt`),
    key: join(folder, `${name}.key`),
  })
  const [authority, other] = [files('ca'), files('other-ca')]
  const made = { server: files('server'), wrongName: files('wrong-name'), client: files('client') }
  if (!existsSync(folder)) {
    mkdirSync(folder, { mode: 0o711 })
    for (const { cert, key } of [authority, other]) {
      const files = ['-keyout', key, '-out', cert]
      openssl(['req', '-x509', ...NEW_KEY, '-days', '30', '-subj', '/CN=pixctl test', ...files])
    }
    // 0.0.0.0 leads to this machine, and by its name it isn't loopback.
    sign(authority, made.server, 'localhost', 'DNS:localhost,IP:127.0.0.1,IP:0.0.0.0')
    sign(authority, made.wrongName, 'db.example', 'DNS:db.example')
    sign(authority, made.client, 'postgres', 'DNS:postgres')
  }
  return { ca: authority.cert, otherCa: other.cert, ...made }
}

function sign(by: Certificate, { cert, key }: Certificate, name: string, names: string): void {
  const [request, extensions] = [`${cert}.req`, `${cert}.ext`]
  writeFileSync(extensions, `subjectAltName=${names}\n`)
  openssl(['req', ...NEW_KEY, '-subj', `/CN=${name}`, '-keyout', key, '-out', request])
  openssl([
    ...['x509', '-req', '-in', request, '-CA', by.cert, '-CAkey', by.key, '-CAcreateserial'],
    ...['-days', '30', '-extfile', extensions, '-out', cert],
  ])
}
