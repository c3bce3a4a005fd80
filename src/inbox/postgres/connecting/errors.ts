/** What PostgreSQL's errors mean: whether it is only away, and otherwise what to do. */

import { type Category, Failure } from '#lib/failure.ts'
import { localized, type Text } from '#lib/language.ts'
import { causeText, connectionWords, isCertificateError } from '#lib/network-error.ts'
import type { PostgresAddress } from '#lib/postgres/address.ts'
import { type Step, suggest } from '#lib/suggestion.ts'
import { texts as sharedTexts } from '#lib/texts.ts'
import { InboxUnavailable } from '../../inbox.ts'
import { texts } from '../texts.ts'

/** PostgreSQL can't be reached at the moment. Whether the last statement was carried out is not known. */
export class Away extends InboxUnavailable {
  /** Without the address, such as "it refused the connection". */
  readonly reason: Text

  constructor({ shown }: Pick<PostgresAddress, 'shown'>, reason: Text) {
    const next = [texts.checkRuns, texts.runAgain]
    super('network', () => texts.away(shown, localized(reason)), { next })
    this.reason = reason
  }
}

/** A server's own words, which may be of any length. They hold no password. */
const MOST_WORDS = 500
const wordsOf = (error: unknown) => (error as Error).message.slice(0, MOST_WORDS)

/**
 * SQLSTATE codes after which the server takes connections again, or another server takes its place. The last two are about
 * prepared statements: a pooler between has changed to transaction mode, which the next connection finds.
 */
const AWAY = /^(08...|57P0[1-5]|25P03|53300|25006|26000|42P05)$/
/** Why, where its own words say less; and what `pg` says, without a code, when a connection ends or a time is over. */
const AWAY_REASONS: readonly [RegExp, Text][] = [
  [/^25006$/, texts.onlyRead],
  [/^53300$/, texts.tooManyConnections],
  [/^(timeout expired|Query read timeout)/, texts.silent],
  [/^(Connection terminated|Client has encountered a connection error|Client was closed|EPIPE$)/, texts.cut],
  [/^ECONNREFUSED$/, texts.refusedConnection],
  [/^ENOENT$/, texts.noSocket],
]

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
  const code = state || causeText(error, 'code')
  const known = AWAY_REASONS.find(([about]) => about.test(code || message))?.[1]
  if (state !== '') return AWAY.test(state) ? (known ?? message) : null
  if (known || isCertificateError(code)) return known ?? null
  return causeText(error, 'syscall') === '' ? null : (connectionWords(code) ?? message)
}

/**
 * The error of a statement: {@link Away} if PostgreSQL couldn't be reached, another Failure if the server refused it. What
 * the work around it has thrown stays as it is.
 */
export function statementError(error: unknown, address: PostgresAddress): unknown {
  return known(error, address) ?? (sqlState(error) === '' ? error : failureOf(error, address))
}

/** The error of a connection: {@link Away} if it may succeed later, another Failure if the user must do something. */
export function connectionError(error: unknown, address: PostgresAddress): Failure {
  return known(error, address) ?? tlsRefusal(error, address) ?? failureOf(error, address, texts.checkListens)
}

function known(error: unknown, address: PostgresAddress): Failure | null {
  if (error instanceof Failure) return error
  const reason = awayReason(error)
  return reason === null ? refusal(error, address) : new Away(address, reason)
}

/** Why work couldn't be done, whatever it has thrown. @param todo what to do; nothing if it isn't known */
export function failureOf(cause: unknown, { shown }: PostgresAddress, todo?: Text): Failure {
  if (cause instanceof Failure) return cause
  const category = todo === undefined ? 'fault' : 'network'
  return new Failure(category, () => texts.unusable(shown, wordsOf(cause)), { next: todo ?? [], cause })
}

export const GIVE_PASSWORD: readonly Step[] = [
  texts.passwordPlaces,
  suggest('auth login', { say: texts.orStoreWithIt, flags: { kind: 'inbox-url' } }),
]

type Refusal = (at: PostgresAddress, words: string) => readonly [Category, Text, readonly Step[] | Step]

const lostSchema: Refusal = ({ shown }, words) => [
  'fault',
  () => texts.lostSchema(shown, words),
  [texts.putSchemaBack, suggest('inbox init', { say: texts.toMakeEmpty })],
]

/** What the server refuses, by its SQLSTATE. */
const REFUSALS: Readonly<Record<string, Refusal>> = {
  '28P01': ({ shown, user }) => ['unauthenticated', () => texts.refusedPassword(shown, user), GIVE_PASSWORD],
  '28000': ({ shown, user }, words) => [
    'unauthenticated',
    () => texts.refusedUser(shown, user, words),
    texts.checkUser,
  ],
  '3D000': ({ shown, database }) => [
    'usage',
    () => texts.noDatabase(database, shown),
    () => texts.makeDatabase(`createdb ${database}`),
  ],
  '42501': ({ shown, user }, words) => [
    'forbidden',
    () => texts.mayNotUse(user, shown, words),
    suggest('inbox init', { say: texts.seeRights }),
  ],
  '3F000': lostSchema,
  '42P01': lostSchema,
  '42883': lostSchema,
  '53100': ({ shown }) => ['fault', () => texts.diskFull(shown), texts.freeSpaceThere],
}
/** What says that a number of the sequence is used already. */
const USED = /^(log_events|arrivals|attempts)_pkey$/

function refusal(cause: unknown, address: PostgresAddress): Failure | null {
  const state = sqlState(cause)
  if (state === '23505' && USED.test(`${(cause as { constraint?: unknown }).constraint}`)) {
    return numbersBehind(cause)
  }
  const found = REFUSALS[state]?.(address, wordsOf(cause))
  return found ? new Failure(found[0], found[1], { next: found[2] }) : null
}

/** The sequence is behind the tables. */
export function numbersBehind(cause?: unknown): Failure {
  const next = suggest('inbox init', { say: texts.toSetNumbers })
  return new Failure('fault', texts.numbersBehind, { next, cause })
}

/** Why a connection isn't secure, by the code of the error. */
const TLS_REFUSALS: readonly [RegExp, why: (code: string) => string, next: Text][] = [
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, () => texts.otherHost(), texts.nameInCertificate],
  [/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/, texts.notValidNow, sharedTexts.checkClock],
  [/^ERR_(OS)?SSL/, texts.tlsFailed, texts.checkClientCertificate],
]

function tlsRefusal(error: unknown, { shown }: PostgresAddress): Failure | null {
  const code = causeText(error, 'code')
  const refuse = (why: Text, next: Text) =>
    new Failure('network', () => texts.notSecure(shown, localized(why)), { next })
  if (hasNoTls(error)) return refuse(texts.noTls, texts.turnTlsOn)
  const found = TLS_REFUSALS.find(([about]) => about.test(code))
  if (found) return refuse(() => found[1](code), found[2])
  return isCertificateError(code) ? refuse(() => texts.notAccepted(code), texts.nameAuthority) : null
}

export function hasNoTls(error: unknown): boolean {
  return /does not support SSL connections/.test((error as Error).message)
}

/** Another process did the same at the same time, or this one over a connection that was cut: done again, it succeeds. */
export function isConflict(error: unknown): boolean {
  return (
    ['40001', '40P01'].includes(sqlState(error)) || causeText(error, 'constraint') === 'attempts_by_event'
  )
}

/** A value that the database can't hold: of no known character, too long for an index, or against a CHECK of its owner's. */
export function isBadValue(error: unknown): boolean {
  return /^(22|23514|54)/.test(sqlState(error))
}
