/** Where the shared inbox is: from its address and, for what that leaves out, the environment, as libpq does it. */

import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { Failure } from '../../../../shared/failure.ts'
import { urlHost } from '../../../../shared/plain-address.ts'
import { POSTGRES_FORM } from '../../../../shared/postgres-url.ts'
import type { SharedInbox } from '../../shared.ts'
import { texts } from '../texts.ts'
import { findPassword } from './password-file.ts'
import { type Tls, tlsOf } from './tls.ts'
import { refuseVariables } from './variables.ts'

const DEFAULT_PORT = 5432
/** Where Debian's packages and most others have the socket, and where PostgreSQL itself has it. */
const SOCKET_FOLDERS = ['/var/run/postgresql', '/tmp']

export interface PostgresAddress {
  /** A name, an IP address, or the folder of a Unix socket. */
  host: string
  port: number
  user: string
  database: string
  tls: Tls
  /** Read when the server asks for it; undefined if there is none. */
  password(): string | undefined
  /** `postgres://user@host:5432/database`, for messages. */
  shown: string
}

type Place = Pick<PostgresAddress, 'host' | 'port' | 'user' | 'database'>

/** Failure (usage) if something of it is not valid. */
export function resolveAddress(shared: SharedInbox): PostgresAddress {
  const { url, env, hide } = shared
  refuseVariables(env)
  const place = placeOf(shared)
  return {
    ...place,
    tls: tlsOf(url.tls, place.host, shared),
    password: () => {
      const password = url.password ?? (env.PGPASSWORD || findPassword(place, shared))
      if (password !== undefined) hide(password, encodeURIComponent(password))
      return password
    },
    shown: shownAddress(place),
  }
}

export function placeOf({ url, env }: Pick<SharedInbox, 'url' | 'env'>): Place {
  const host = url.host ?? (env.PGHOST || defaultHost())
  const port = url.port ?? (env.PGPORT ? Number(env.PGPORT) : DEFAULT_PORT)
  if (!(Number.isInteger(port) && port > 0 && port < 65_536)) {
    throw new Failure('usage', texts.badPgPort, { next: texts.correctOrUnset })
  }
  const user = url.user ?? (env.PGUSER || ownName())
  return { host, port, user, database: url.database ?? (env.PGDATABASE || user) }
}

/** Without the password. */
export function shownAddress({ host, port, user, database }: Place): string {
  const name = `postgres://${encodeURIComponent(user)}@`
  const path = encodeURIComponent(database)
  if (!isSocket(host)) return `${name}${urlHost(host)}:${port}/${path}`
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
