/** What PostgreSQL's errors mean: whether it is only away, and otherwise what to do. */

import { Failure } from '../../../../shared/failure.ts'
import { english } from '../../../../shared/language.ts'
import { causeText, connectionWords, isCertificateError } from '../../../../shared/network-error.ts'
import { suggest } from '../../../../shared/suggestion.ts'
import { InboxAway } from '../../inbox.ts'
import type { PostgresAddress } from './address.ts'

/** PostgreSQL can't be reached at the moment. Whether the last statement was carried out is not known. */
export class Away extends InboxAway {
  /** @param reason without the address, such as "it refused the connection" */
  readonly reason: string

  constructor({ shown }: Pick<PostgresAddress, 'shown'>, reason: string) {
    super('network', `the inbox ${shown} can't be reached: ${reason}`, {
      next: [
        'check that PostgreSQL runs there, and that this machine may connect to it',
        'then run it again',
      ],
    })
    this.reason = reason
  }
}

/** A server's own words, which may be of any length. */
const MOST_WORDS = 500
const wordsOf = (error: unknown) => (error as Error).message.slice(0, MOST_WORDS)

/** SQLSTATE codes after which the server takes connections again, or another server takes its place. */
const AWAY = /^(08...|57P0[1-5]|25P03|53300|25006)$/
/** What `pg` says when a connection ends or a time is over; these errors have no code. */
const CUT = /^(Connection terminated|Client has encountered a connection error|Client was closed)/
const LATE =
  /^(timeout expired|timeout exceeded when trying to connect|Query read timeout|Connection terminated due to connection timeout)/

/** The code of PostgreSQL (SQLSTATE); undefined if the error isn't one of the server's. */
export function sqlState(error: unknown): string | undefined {
  const { code, severity } = error as { code?: unknown; severity?: unknown }
  return typeof code === 'string' && severity !== undefined ? code : undefined
}

/** Why PostgreSQL can't be reached; null if that isn't what the error says. */
export function awayReason(error: unknown): string | null {
  if (error instanceof Away) return error.reason
  if (error instanceof Failure) return null
  const message = wordsOf(error)
  const state = sqlState(error)
  if (state !== undefined) {
    if (state === '25006') return 'it can only be read at the moment'
    if (state === '53300') return 'it has too many connections'
    return AWAY.test(state) ? message : null
  }
  if (LATE.test(message)) return "it doesn't answer"
  if (CUT.test(message)) return 'the connection was cut'
  const code = causeText(error, 'code')
  if (isCertificateError(code)) return null
  if (code === 'ECONNREFUSED') return 'it refused the connection'
  if (code === 'ENOENT') return 'there is no socket in that folder'
  if (code === 'EPIPE') return 'the connection was cut'
  return causeText(error, 'syscall') === '' ? null : english(connectionWords(code) ?? message)
}

/** The error of a statement: {@link Away} if PostgreSQL couldn't be reached, a Failure if the user must do something. */
export function statementError(error: unknown, address: PostgresAddress): unknown {
  if (error instanceof Failure) return error
  const reason = awayReason(error)
  if (reason !== null) return new Away(address, reason)
  if (sqlState(error) === '53100') return diskFull(address)
  return refusal(error, address) ?? error
}

/** The error of a connection: {@link Away} if it may succeed later, another Failure if the user must do something. */
export function connectionError(error: unknown, address: PostgresAddress): Failure {
  if (error instanceof Failure) return error
  const reason = awayReason(error)
  if (reason !== null) return new Away(address, reason)
  return refusal(error, address) ?? tlsRefusal(error, address) ?? unusable(address, wordsOf(error), error)
}

/** What the server refuses. Its own words are shown: they hold no password. */
function refusal(error: unknown, { shown, user, database }: PostgresAddress): Failure | null {
  const message = wordsOf(error)
  switch (sqlState(error)) {
    case '28P01':
      return new Failure('unauthenticated', `${shown} refused the password of the user ${user}`, {
        next: [
          PASSWORD_PLACES,
          suggest('auth login', { say: 'or store an address with it', flags: { kind: 'inbox-url' } }),
        ],
      })
    case '28000':
      return new Failure('unauthenticated', `${shown} refused the user ${user}: ${message}`, {
        next: 'check the user, and what pg_hba.conf of that server allows',
      })
    case '3D000':
      return new Failure('usage', `there is no database "${database}" at ${shown}`, {
        next: `check the address, or make it: createdb ${database}`,
      })
    case '42501':
      return new Failure('forbidden', `the user ${user} may not use the inbox ${shown}: ${message}`, {
        next: suggest('inbox init', { say: 'to see which rights are missing' }),
      })
    default:
      return null
  }
}

function tlsRefusal(error: unknown, { shown }: PostgresAddress): Failure | null {
  const code = causeText(error, 'code')
  const { message } = error as Error
  const refuse = (why: string, next: string) =>
    new Failure('network', `the connection to the inbox ${shown} is not secure: ${why}`, {
      next,
    })
  if (/does not support SSL connections/.test(message)) {
    return refuse(
      'the server has no TLS',
      'turn ssl on in its postgresql.conf; for a network that only you use, sslmode=disable',
    )
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return refuse('its certificate is for another host', 'connect by a name that is in the certificate')
  }
  if (/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/.test(code)) {
    return refuse(
      `its certificate is not valid now (${code})`,
      'check the clock of this machine; if it is right, the certificate must be replaced',
    )
  }
  if (isCertificateError(code)) {
    return refuse(
      `its certificate was not accepted (${code})`,
      'name the PEM file of its authority with sslrootcert in the address, or in PGSSLROOTCERT',
    )
  }
  if (code.startsWith('ERR_SSL') || code.startsWith('ERR_OSSL')) {
    return refuse(`TLS failed (${code})`, 'check sslcert and sslkey, and the log of the server')
  }
  return null
}

const PASSWORD_PLACES = 'give the password in PGPASSWORD, or in ~/.pgpass or the file that PGPASSFILE names'

/** The server asks for a password, and there is none. */
export function noPassword({ shown, user }: PostgresAddress): Failure {
  return new Failure('unauthenticated', `${shown} asks for the password of the user ${user}`, {
    next: [
      PASSWORD_PLACES,
      suggest('auth login', { say: 'or store an address with it', flags: { kind: 'inbox-url' } }),
    ],
  })
}

/** The server asks for the password as it is, on a connection that others could read. */
export function wouldShowPassword({ shown }: PostgresAddress): Failure {
  return new Failure('network', `${shown} asks for the password without any encryption`, {
    next: 'leave sslmode out, or let pg_hba.conf of that server ask with scram-sha-256',
  })
}

export function readOnly({ shown }: PostgresAddress): Failure {
  return new Failure('usage', `${shown} is a read-only replica, which can't keep deliveries`, {
    next: 'give the address of its primary server',
  })
}

export function tooOld({ shown }: PostgresAddress, version: string): Failure {
  return new Failure('usage', `${shown} is PostgreSQL ${version}, and pixctl needs 14 or newer`, {
    next: 'update that server',
  })
}

function diskFull({ shown }: PostgresAddress): Failure {
  return new Failure('fault', `the disk of the inbox ${shown} is full`, {
    next: 'free some space on its server, and run it again',
  })
}

/** The server sends more than an answer can be. */
export function tooLarge(address: PostgresAddress): Failure {
  return unusable(address, 'it sends too much')
}

function unusable({ shown }: PostgresAddress, why: string, cause?: unknown): Failure {
  return new Failure('network', `the inbox ${shown} can't be used: ${why}`, {
    next: 'check that a PostgreSQL server listens there',
    cause,
  })
}
