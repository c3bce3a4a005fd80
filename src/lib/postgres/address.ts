/** Where a database is: from its address and, for what that leaves out, the environment, as libpq does it. */

import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { Failure } from '../failure.ts'
import type { Text } from '../language.ts'
import { findPassword } from './password-file.ts'
import { texts } from './texts.ts'
import { type Tls, tlsOf } from './tls.ts'
import { hostList, POSTGRES_FORM, type PostgresUrl, serversOf } from './url.ts'

const DEFAULT_PORT = 5432
/** Where Debian's packages and most others have the socket, and where PostgreSQL itself has it. */
const SOCKET_FOLDERS = ['/var/run/postgresql', '/tmp']

/** An address as it was given, and what completes it. */
export interface GivenAddress {
  url: PostgresUrl
  /** For PGPASSWORD, PGSSLMODE and the other variables of libpq. */
  env: Readonly<Record<string, string | undefined>>
  /** The user's home folder, for ~/.pgpass and ~/.postgresql. */
  home: string
  warn(text: Text): void
  /** Called with a password before it is used, so that it shows nowhere. */
  hide(...secrets: readonly string[]): void
}

export interface PostgresAddress {
  user: string
  database: string
  /** `postgres://user@host:5432/database`, for messages. */
  shown: string
}

export interface PostgresServer extends PostgresAddress {
  /** A name, an IP address, or the folder of a Unix socket. */
  host: string
  port: number
  tls: Tls
  /** What else the address says of a connection. */
  says: Pick<PostgresUrl, 'applicationName' | 'connectTimeout' | 'binding'>
  /** Read when the server asks for it; undefined if there is none. */
  password(): string | undefined
}

/** A database on one server, or on whichever of several can be written: they are tried in this order. */
export type PostgresServers = PostgresAddress & { servers: readonly PostgresServer[] }

type Place = Pick<PostgresServer, 'host' | 'port'>
type Places = Omit<PostgresAddress, 'shown'> & { servers: readonly Place[] }

/** Failure (usage) if something of it is not valid. */
export function resolveAddress(given: GivenAddress): PostgresServers {
  const { url, env, hide } = given
  refuseVariables(env)
  const places = placesOf(given)
  const resolved = (server: Place): PostgresServer => {
    const place = { ...places, ...server }
    return {
      ...place,
      tls: tlsOf(url.tls, place.host, given),
      says: url,
      password: () => {
        const password = url.password ?? (env.PGPASSWORD || findPassword(place, given))
        if (password !== undefined) hide(password, encodeURIComponent(password))
        return password
      },
      shown: shownAddress({ ...places, servers: [server] }),
    }
  }
  return { ...places, servers: places.servers.map(resolved), shown: shownAddress(places) }
}

export function placesOf({ url, env }: Pick<GivenAddress, 'url' | 'env'>): Places {
  const given = serversOf(url.host ?? env.PGHOST ?? '', url.port ?? env.PGPORT ?? '')
  if (!given) throw new Failure('usage', texts.badPgPort, { next: texts.correctOrUnset })
  const servers = given.map(({ host, port }) => ({
    host: host || defaultHost(),
    port: port === '' ? DEFAULT_PORT : Number(port),
  }))
  const user = url.user ?? (env.PGUSER || ownName())
  return { servers, user, database: url.database ?? (env.PGDATABASE || user) }
}

/** Without the password. */
export function shownAddress({ servers, user, database }: Places): string {
  const name = `postgres://${encodeURIComponent(user)}@`
  const path = encodeURIComponent(database)
  const { host, port } = servers[0]!
  if (servers.length > 1 || !isSocket(host)) return `${name}${hostList(servers)}/${path}`
  return `${name}/${path}?host=${host}${port === DEFAULT_PORT ? '' : `&port=${port}`}`
}

/** Whether a host is the folder of a Unix socket. */
export function isSocket(host: string): boolean {
  return host.startsWith('/')
}

function defaultHost(): string {
  return SOCKET_FOLDERS.find(folder => existsSync(`${folder}/.s.PGSQL.${DEFAULT_PORT}`)) ?? 'localhost'
}

function ownName(): string {
  try {
    return userInfo().username
  } catch {
    throw new Failure('usage', texts.noUser, { next: POSTGRES_FORM })
  }
}

/**
 * Variables that would lead to another server or session than pixctl means, or that ask for a proof which it can't demand. `pg`
 * itself reads two of them. The others of libpq (PGAPPNAME, PGTZ and so on) have no effect.
 */
const REFUSED = [
  ...['PGHOSTADDR', 'PGSERVICE', 'PGOPTIONS', 'PGREPLICATION'],
  ...['PGREQUIREAUTH', 'PGREQUIREPEER', 'PGSSLCRL', 'PGSSLCRLDIR'],
]

/** Failure (usage) if one of them is set. */
function refuseVariables(env: Readonly<Record<string, string | undefined>>): void {
  const name = REFUSED.find(each => env[each])
  if (name === undefined) return
  throw new Failure('usage', () => texts.variableSet(name), { next: () => texts.unsetVariable(name) })
}
