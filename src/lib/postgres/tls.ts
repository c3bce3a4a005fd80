/**
 * TLS as libpq has it: sslmode, sslrootcert, sslcert and sslkey. The library `pg` gives `prefer`, `require` and
 * `verify-ca` other meanings, so pixctl works it out itself. Without an sslmode, a server on another machine must have
 * a certificate that is verified, with its name; libpq would only encrypt, and only if the server can.
 */

import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ConnectionOptions } from 'node:tls'
import { Failure, systemErrorWords } from '../failure.ts'
import { isLoopback } from '../plain-address.ts'
import { ownUser } from '../trust.ts'
import type { GivenAddress } from './address.ts'
import { texts } from './texts.ts'
import type { TlsParameter } from './url.ts'

const MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const
type Mode = (typeof MODES)[number]

/** What to try, in this order, until the server takes it: TLS with these options, or none. */
export type Tls = readonly [TlsAttempt, ...TlsAttempt[]]
export type TlsAttempt = false | ConnectionOptions

/** `PGSSLMODE` and so on. */
const variableOf = (name: TlsParameter) => `PG${name.toUpperCase()}`

/** The value of sslrootcert for the authorities that Node trusts. */
const SYSTEM = 'system'

/** Failure (usage) if a parameter is not valid or a file can't be read. Warns if others could read what is sent. */
export function tlsOf(
  given: Partial<Record<TlsParameter, string>>,
  host: string,
  { env, home, warn }: GivenAddress,
): Tls {
  // Nobody else can read a Unix socket, and PostgreSQL has no TLS there.
  if (host.startsWith('/')) return [false]
  const setting = (name: TlsParameter) => given[name] ?? (env[variableOf(name)] || undefined)
  const folder = join(home, '.postgresql')
  const isOwnMachine = isLoopback(host)
  const mode = modeOf(setting('sslmode') ?? (isOwnMachine ? 'prefer' : 'verify-full'))
  if (!isOwnMachine && mode !== 'verify-full') warn(() => texts.risk(mode))
  if (mode === 'disable') return [false]
  const usual = join(folder, 'root.crt')
  const root = setting('sslrootcert') ?? (isThere(usual) ? usual : undefined)
  if (mode === 'verify-ca' && (root === undefined || root === SYSTEM)) {
    throw new Failure('usage', texts.verifyCaNeeds, { next: texts.nameRoot })
  }
  const verifies = mode.startsWith('verify') || (mode === 'require' && root !== undefined)
  const options: ConnectionOptions = {
    // Node's default depends on an environment variable.
    rejectUnauthorized: verifies,
    ...(verifies && root !== undefined && root !== SYSTEM ? { ca: read(root, 'sslrootcert') } : {}),
    // Verifies the certificate's authority, but not its name.
    ...(mode === 'verify-full' ? {} : { checkServerIdentity: () => undefined }),
    ...clientCertificate(setting('sslcert'), setting('sslkey'), folder),
  }
  if (mode === 'allow') return [false, options]
  return mode === 'prefer' ? [options, false] : [options]
}

function modeOf(text: string): Mode {
  const mode = MODES.find(known => known === text)
  if (mode) return mode
  throw new Failure('usage', texts.unknownMode, { next: () => texts.useOneOf(MODES.join(', ')) })
}

/** The certificate of this client, if there is one. As libpq does, it refuses a key that others can read. */
function clientCertificate(
  cert: string | undefined,
  key: string | undefined,
  folder: string,
): Pick<ConnectionOptions, 'cert' | 'key'> {
  const certFile = cert ?? join(folder, 'postgresql.crt')
  if (cert === undefined && !isThere(certFile)) return {}
  const keyFile = key ?? join(folder, 'postgresql.key')
  const certificate = read(certFile, 'sslcert')
  const { uid, mode } = statSync(keyFile, { throwIfNoEntry: false }) ?? { uid: 0, mode: 0 }
  // Root may give a group the right to read it.
  if (ownUser() !== undefined && mode & (uid === 0 ? 0o037 : 0o077)) {
    throw new Failure('usage', () => texts.openKey(keyFile), { next: texts.chmodKey })
  }
  return { cert: certificate, key: read(keyFile, 'sslkey') }
}

const isThere = (path: string) => statSync(path, { throwIfNoEntry: false }) !== undefined

function read(path: string, parameter: TlsParameter): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Failure('usage', () => texts.unreadable(path, parameter, systemErrorWords(`${code}`)), {
      next: () => texts.correctParameter(parameter, variableOf(parameter)),
    })
  }
}
