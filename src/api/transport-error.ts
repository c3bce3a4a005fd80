/** Why there is no complete answer. */

import { LocalizedError } from '#lib/failure.ts'
import type { Text } from '#lib/language.ts'
import {
  causeText,
  connectionRemedy,
  connectionWords,
  isCertificateError,
  proxyAway,
  proxyAwayRemedy,
  proxyRemedy,
} from '#lib/network-error.ts'
import { isLoopback } from '#lib/plain-address.ts'
import { texts as sharedTexts } from '#lib/texts.ts'
import { texts } from './texts.ts'

export class TransportError extends LocalizedError {
  override readonly name = 'TransportError'
  /** Why, for {@link noAnswerText}. */
  readonly reason: string
  /** False if the request can't have reached the service, because there was no connection. */
  readonly maybeSent: boolean
  readonly timedOut: boolean = false
  /** The status of an answer that ended in the middle. */
  readonly cutShort: number | null = null
  /** What to do if a retry can't help; null if it may. */
  readonly remedy: Text | null = null
  /** True if nothing listens at an address of this machine. */
  readonly refusedHere: boolean = false
  /** True if there was no connection to the proxy, so nothing is known about the address behind it. */
  readonly isOfProxy: boolean = false

  constructor(reason: string, { maybeSent, ...rest }: { maybeSent: boolean } & Partial<Rest>) {
    super(noAnswerText(reason))
    this.reason = reason
    this.maybeSent = maybeSent
    Object.assign(this, rest)
  }

  /** What happened, and with whom. The rest of the URL may hold a token. */
  saidFor(url: string): string {
    return this.isOfProxy ? this.localized : `${this.localized} (${new URL(url).host})`
  }
}

type Rest = Pick<TransportError, 'timedOut' | 'cutShort' | 'remedy' | 'refusedHere' | 'isOfProxy'>

/** undici's code if the proxy cut the connection before it made one to the service. */
export const PROXY_CUT = 'UND_ERR_PRX_CONN'

/** The answer ended in the middle. Its status follows. */
export const CUT_SHORT = 'CUT_SHORT'

/** Codes of errors that happen before there is a connection: nothing was sent. */
const NOT_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_PRX_TLS',
  PROXY_CUT,
])

/** With any other code, a failure in one of these system calls: a connection in use fails in others. */
const CONNECTING = new Set(['connect', 'getaddrinfo'])

/**
 * @param proxy host and port of the proxy, if the error is that there is no connection to it
 * @param unconnected whether the error is that no connection could be made, TLS included
 */
export function asTransportError(
  error: unknown,
  timedOut: boolean,
  timeoutMs: number,
  proxy?: string,
  unconnected = false,
): TransportError {
  if (error instanceof TransportError) return error
  const code = causeText(error, 'code')
  const refusal = /^Proxy response \((\d+)\) !== 200/.exec(messageOf(error))?.[1]
  if (refusal) {
    return new TransportError(`PROXY_REFUSED ${refusal}`, {
      maybeSent: false,
      remedy: proxyRemedy(Number(refusal)),
    })
  }
  const connecting = unconnected || NOT_SENT.has(code) || CONNECTING.has(causeText(error, 'syscall'))
  const maybeSent = !(connecting || isCertificateError(code))
  if (timedOut) {
    return new TransportError(`TIMEOUT ${Math.round(timeoutMs / 100) / 10}`, {
      timedOut,
      maybeSent: true,
    })
  }
  const refusedHere = code === 'ECONNREFUSED' && isLoopback(causeText(error, 'address'))
  if (proxy !== undefined && !isCertificateError(code)) {
    return new TransportError(`PROXY ${proxy} ${reasonOf(code, error)}`, {
      timedOut: code === 'UND_ERR_CONNECT_TIMEOUT',
      maybeSent,
      remedy: refusedHere ? sharedTexts.checkProxy : proxyAwayRemedy(code),
      isOfProxy: true,
    })
  }
  return new TransportError(reasonOf(code, error), {
    timedOut: code === 'UND_ERR_CONNECT_TIMEOUT',
    maybeSent,
    remedy: refusedHere ? texts.startProgram : connectionRemedy(code),
    refusedHere,
  })
}

/** undici gives a proxy's refusal no code: only the message shows it. */
function messageOf(error: unknown): string {
  const { message = '', cause } = error as { message?: string; cause?: { message?: string } }
  return message.startsWith('Proxy') ? message : (cause?.message ?? message)
}

const WORDS: Readonly<Record<string, Text>> = {
  ECONNREFUSED: texts.nothingListens,
  UND_ERR_SOCKET: sharedTexts.connectionCut,
  UND_ERR_ABORTED: sharedTexts.connectionCut,
  [PROXY_CUT]: sharedTexts.connectionCut,
  UND_ERR_CONNECT_TIMEOUT: texts.noConnectionInTime,
  ETIMEDOUT: texts.noConnectionInTime,
  UND_ERR_HEADERS_OVERFLOW: texts.longHeaders,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: texts.unclearLength,
}

/** The code of an error, or `FAILED` and what else is known about it. */
function reasonOf(code: string, error: unknown): string {
  return codeWords(code) === null ? `FAILED ${code || (error as Error).message}` : code
}

function codeWords(code: string): Text | null {
  return WORDS[code] ?? connectionWords(code)
}

/** The words of a reason, which the inbox keeps with an attempt; one that isn't known stays as it is. */
export function noAnswerText(reason: string): Text {
  const [kind, value = '', ...rest] = reason.split(' ')
  switch (kind) {
    case 'TIMEOUT':
      return () => texts.noAnswer(value)
    case 'PROXY_REFUSED':
      return () => texts.proxyRefused(value)
    case 'PROXY': {
      const why = rest.join(' ')
      return proxyAway(value, why === 'ECONNREFUSED' ? sharedTexts.connectionRefused : noAnswerText(why))
    }
    case CUT_SHORT:
      return () => texts.cutShort(value)
    case 'FAILED':
      return () => texts.requestFailed([value, ...rest].join(' '))
    default:
      return codeWords(reason) ?? reason
  }
}
