/** The password file of libpq: PGPASSFILE, otherwise ~/.pgpass. A line is host:port:database:user:password. */

import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Text } from '#lib/language.ts'
import { openSecretBits, ownUser } from '#lib/trust.ts'
import type { SharedInbox } from '../../shared-inbox.ts'
import { texts } from '../texts.ts'
import type { PostgresServer } from './address.ts'

type Place = Pick<PostgresServer, 'host' | 'port' | 'database' | 'user'>

/** Where libpq's name for the host is `localhost`, although it connects through a Unix socket. */
const DEFAULT_SOCKETS: ReadonlySet<string> = new Set(['/tmp', '/var/run/postgresql', '/run/postgresql'])

/** The password of the first line that fits; undefined if none does. A file that others can read is not used. */
export function findPassword(place: Place, { env, home, warn }: SharedInbox): string | undefined {
  const path = env.PGPASSFILE || join(home, '.pgpass')
  if (env.PGPASSFILE && !existsSync(path)) warn(() => texts.passFileMissing(path))
  const text = readPasswordFile(path, warn)
  if (text === null) return undefined
  const host = DEFAULT_SOCKETS.has(place.host) ? 'localhost' : place.host
  const wanted = [host, String(place.port), place.database, place.user]
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('#')) continue
    const fields = fieldsOf(line)
    const fits = wanted.every((value, index) => fields[index] === '*' || unescaped(fields[index]) === value)
    if (fits && fields[4]) return unescaped(fields[4])
  }
  return undefined
}

function readPasswordFile(path: string, warn: (text: Text) => void): string | null {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) return null
  try {
    // Windows has no such permissions.
    const isOpen = ownUser() !== undefined && openSecretBits(path, stats.mode) !== 0
    if (stats.isFile() && !isOpen) return readFileSync(path, 'utf8')
    warn(() => (isOpen && stats.isFile() ? texts.passOpen(path) : texts.passNotFile(path)))
  } catch {
    warn(() => texts.passUnreadable(path))
  }
  return null
}

/** The five fields, with their escapes. A colon after a backslash belongs to the field; the last one takes the rest. */
function fieldsOf(line: string): (string | undefined)[] {
  const [, ...fields] =
    /^((?:\\.|[^:\\])*):((?:\\.|[^:\\])*):((?:\\.|[^:\\])*):((?:\\.|[^:\\])*):(.*)$/.exec(line) ?? []
  return fields
}

function unescaped(field: string | undefined): string | undefined {
  return field?.replaceAll(/\\(.)/g, '$1')
}
