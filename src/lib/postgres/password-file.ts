/** The password file of libpq: PGPASSFILE, otherwise ~/.pgpass. A line is host:port:database:user:password. */

import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Text } from '../language.ts'
import { openSecretBits, ownUser } from '../trust.ts'
import type { GivenAddress, PostgresServer } from './address.ts'
import { texts } from './texts.ts'

type Place = Pick<PostgresServer, 'host' | 'port' | 'database' | 'user'>

/** Where libpq's name for the host is `localhost`, although it connects through a Unix socket. */
const DEFAULT_SOCKETS: ReadonlySet<string> = new Set(['/tmp', '/var/run/postgresql', '/run/postgresql'])

/** The password of the first line that fits; undefined if none does. A file that others can read is not used. */
export function findPassword(place: Place, { env, home, warn }: GivenAddress): string | undefined {
  const path = env.PGPASSFILE || join(home, '.pgpass')
  if (env.PGPASSFILE && !existsSync(path)) warn(() => texts.passFileMissing(path))
  const host = DEFAULT_SOCKETS.has(place.host) ? 'localhost' : place.host
  const wanted = [host, String(place.port), place.database, place.user]
  for (const line of readPasswordFile(path, warn).split(/\r?\n/)) {
    // A colon after a backslash belongs to its field; the last field takes the rest.
    const [, ...fields] =
      /^(?!#)((?:\\.|[^:\\])*):((?:\\.|[^:\\])*):((?:\\.|[^:\\])*):((?:\\.|[^:\\])*):(.+)$/.exec(line) ?? []
    const fits = wanted.every((value, index) => fields[index] === '*' || unescaped(fields[index]) === value)
    if (fits) return unescaped(fields[4])
  }
  return undefined
}

function readPasswordFile(path: string, warn: (text: Text) => void): string {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) return ''
  try {
    // Windows has no such permissions.
    if (ownUser() === undefined || openSecretBits(path, stats.mode) === 0) return readFileSync(path, 'utf8')
    warn(() => texts.passOpen(path))
  } catch {
    warn(() => texts.passUnreadable(path))
  }
  return ''
}

function unescaped(field: string | undefined): string | undefined {
  return field?.replaceAll(/\\(.)/g, '$1')
}
