/** What PostgreSQL's errors mean: whether it is only away, and otherwise what to do. */

import { Failure } from '#lib/failure.ts'
import { localized, type Text } from '#lib/language.ts'
import { causeText, connectionWords, isCertificateError } from '#lib/network-error.ts'
import { type Step, suggest } from '#lib/suggestion.ts'
import { texts as sharedTexts } from '#lib/texts.ts'
import { InboxUnavailable, SaveError } from '../../inbox.ts'
import { texts } from '../texts.ts'
import type { PostgresAddress } from './address.ts'

/** PostgreSQL can't be reached at the moment. Whether the last statement was carried out is not known. */
export class Away extends InboxUnavailable {
  /** Without the address, such as "it refused the connection". */
  readonly reason: Text

  constructor(
    { shown }: Pick<PostgresAddress, 'shown'>,
    reason: Text,
    next: readonly Step[] = [texts.checkRuns, texts.runAgain],
  ) {
    super('network', () => texts.away(shown, localized(reason)), { next })
    this.reason = reason
  }
}

/** A server's own words, which may be of any length. */
const MOST_WORDS = 500
const wordsOf = (error: unknown) => (error as Error).message.slice(0, MOST_WORDS)

/**
 * SQLSTATE codes after which the server takes connections again, or another server takes its place. The last two are about
 * prepared statements: a pooler between has changed to transaction mode, which the next connection finds.
 */
const AWAY = /^(08...|57P0[1-5]|25P03|53300|25006|26000|42P05)$/
/** What `pg` says when a connection ends or a time is over; these errors have no code. */
const CUT = /^(Connection terminated|Client has encountered a connection error|Client was closed)/
const LATE =
  /^(timeout expired|timeout exceeded when trying to connect|Query read timeout|Connection terminated due to connection timeout)/

/** The code of PostgreSQL (SQLSTATE); empty if the error isn't one of the server's. */
export function sqlState(error: unknown): string {
  const cause = error instanceof Failure ? error.cause : error
  const { code, severity } = (cause ?? {}) as { code?: unknown; severity?: unknown }
  return typeof code === 'string' && severity !== undefined ? code : ''
}

/** Why PostgreSQL can't be reached; null if that isn't what the error says. */
export function awayReason(error: unknown): Text | null {
  if (error instanceof Away) return error.reason
  if (error instanceof Failure) return null
  const message = wordsOf(error)
  const state = sqlState(error)
  if (state !== '') {
    if (state === '25006') return texts.onlyRead
    if (state === '53300') return texts.tooManyConnections
    return AWAY.test(state) ? message : null
  }
  if (LATE.test(message)) return texts.silent
  if (CUT.test(message)) return texts.cut
  const code = causeText(error, 'code')
  if (isCertificateError(code)) return null
  if (code === 'ECONNREFUSED') return texts.refusedConnection
  if (code === 'ENOENT') return texts.noSocket
  if (code === 'EPIPE') return texts.cut
  return causeText(error, 'syscall') === '' ? null : (connectionWords(code) ?? message)
}

/**
 * The error of a statement: {@link Away} if PostgreSQL couldn't be reached, another Failure if the server refused it. What
 * the work around it has thrown stays as it is.
 */
export function statementError(error: unknown, address: PostgresAddress): unknown {
  if (error instanceof Failure) return error
  const reason = awayReason(error)
  if (reason !== null) return new Away(address, reason)
  if (sqlState(error) === '') return error
  return refusal(error, address) ?? failureOf(error, address)
}

/** Why work couldn't be done, whatever it has thrown. */
export function failureOf(error: unknown, { shown }: PostgresAddress): Failure {
  const cause = (error instanceof SaveError && error.cause) || error
  if (cause instanceof Failure) return cause
  return new Failure('fault', () => texts.unusable(shown, wordsOf(cause)), { next: [], cause })
}

/** The error of a connection: {@link Away} if it may succeed later, another Failure if the user must do something. */
export function connectionError(error: unknown, address: PostgresAddress): Failure {
  if (error instanceof Failure) return error
  const reason = awayReason(error)
  if (reason !== null) return new Away(address, reason)
  const refused = refusal(error, address) ?? tlsRefusal(error, address)
  if (refused) return refused
  return new Failure('network', () => texts.unusable(address.shown, wordsOf(error)), {
    next: texts.checkListens,
    cause: error,
  })
}

export const GIVE_PASSWORD: readonly Step[] = [
  texts.passwordPlaces,
  suggest('auth login', { say: texts.orStoreWithIt, flags: { kind: 'inbox-url' } }),
]

/** What the server refuses. Its own words are shown: they hold no password. */
function refusal(error: unknown, { shown, user, database }: PostgresAddress): Failure | null {
  const message = wordsOf(error)
  switch (sqlState(error)) {
    case '28P01':
      return new Failure('unauthenticated', () => texts.refusedPassword(shown, user), { next: GIVE_PASSWORD })
    case '28000':
      return new Failure('unauthenticated', () => texts.refusedUser(shown, user, message), {
        next: texts.checkUser,
      })
    case '3D000':
      return new Failure('usage', () => texts.noDatabase(database, shown), {
        next: () => texts.makeDatabase(`createdb ${database}`),
      })
    case '42501':
      return new Failure('forbidden', () => texts.mayNotUse(user, shown, message), {
        next: suggest('inbox init', { say: texts.seeRights }),
        cause: error,
      })
    case '3F000':
    case '42P01':
    case '42883':
      return new Failure('fault', () => texts.lostSchema(shown, message), {
        next: [texts.putSchemaBack, suggest('inbox init', { say: texts.toMakeEmpty })],
        cause: error,
      })
    case 'PX002':
      return numbersBehind(error)
    case '53100':
      return new Failure('fault', () => texts.diskFull(shown), { next: texts.freeSpaceThere, cause: error })
    default:
      return null
  }
}

/** The sequence is behind the tables (`insert_deliveries` of migrations/0001-schema.sql). */
export function numbersBehind(cause?: unknown): Failure {
  const next = suggest('inbox init', { say: texts.toSetNumbers })
  return new Failure('fault', texts.numbersBehind, { next, cause })
}

function tlsRefusal(error: unknown, { shown }: PostgresAddress): Failure | null {
  const code = causeText(error, 'code')
  const { message } = error as Error
  const refuse = (why: Text, next: Text) =>
    new Failure('network', () => texts.notSecure(shown, localized(why)), { next })
  if (/does not support SSL connections/.test(message)) return refuse(texts.noTls, texts.turnTlsOn)
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return refuse(texts.otherHost, texts.nameInCertificate)
  if (/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/.test(code)) {
    return refuse(() => texts.notValidNow(code), sharedTexts.checkClock)
  }
  if (isCertificateError(code)) return refuse(() => texts.notAccepted(code), texts.nameAuthority)
  if (code.startsWith('ERR_SSL') || code.startsWith('ERR_OSSL')) {
    return refuse(() => texts.tlsFailed(code), texts.checkClientCertificate)
  }
  return null
}

/** The holder's lease is over (`require_lease` of migrations/0001-schema.sql). */
export const LEASE_IS_OVER = 'PX001'

export function isUnavailable(error: unknown): boolean {
  return error instanceof Away || (error instanceof SaveError && error.cause instanceof Away)
}

/** Another process did the same at the same time: done again, it succeeds. */
export function isConflict(error: unknown): boolean {
  return ['40001', '40P01', '23505'].includes(sqlState(error))
}

/** A value that the database can't hold. */
export function isBadValue(error: unknown): boolean {
  return /^(22|23|54)/.test(sqlState(error))
}
