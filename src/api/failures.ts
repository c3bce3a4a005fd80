/** Failures for the service's error answers, and for answers that the contract doesn't allow. */

import type { Error as ErrorBody } from '#contract/generated/types.ts'
import { isError } from '#contract/generated/validators.js'
import { Failure, type FailureDetails } from '#lib/failure.ts'
import { language, localized, type Text } from '#lib/language.ts'
import { askDoctor, type Step } from '#lib/suggestion.ts'
import { texts as sharedTexts } from '#lib/texts.ts'
import type { ClientOptions } from './client.ts'
import { ERROR_STATUSES } from './error-statuses.ts'
import { texts } from './texts.ts'
import type { Answer } from './transport.ts'
import type { TransportError } from './transport-error.ts'

/** The failure for an error answer; `chargeId` is the charge that was asked for. It never repeats the API key. */
export function failureOf(
  answer: Answer,
  { apiKey, ifKeyRefused = [], isDebug = false }: Pick<ClientOptions, 'apiKey' | 'ifKeyRefused' | 'isDebug'>,
  chargeId?: string,
): Failure {
  const { status } = answer
  const known = ERROR_STATUSES[status]
  if (!known) {
    const redirect = status >= 300 && status < 400
    return broken(() => (redirect ? texts.redirect(status) : texts.answeredStatus(status)), { status })
  }
  const { error, code } = errorBody(answer, apiKey)
  if (error === undefined && status < 500 && status !== 429) return notTheService(answer)
  const seconds = retryAfter(answer)
  const codes = { status, ...(code !== undefined && { code }), ...(seconds && { retryAfter: seconds }) }
  if (status === 404 && chargeId !== undefined) {
    return new Failure(known.category, () => texts.noCharge(chargeId), {
      lines: [() => serviceWords(error!, isDebug)],
      next: texts.ownStore,
      details: codes,
    })
  }
  const actions = [known.action, ...(status === 401 ? ifKeyRefused : [])]
  const more = () => {
    const words = serviceWords(error ?? '', isDebug)
    return words && `; ${words}`
  }
  return new Failure(known.category, () => `${localized(known.meaning)} (${status})${more()}`, {
    next: seconds === undefined ? actions : () => texts.wait(seconds),
    details: codes,
  })
}

/** What the embedded sandbox says, in English, that pixctl's own sentence for the status says as well. */
const SAME_AS_OURS =
  /^(this store has no such payment|there is no such route|the key is missing, invalid or revoked|[A-Z]+ is not allowed here|too many calls with this key; try again in \d+ s)$/

/** What the service says, for a person; empty where a Portuguese reader would read the same again, except with --debug. */
function serviceWords(error: string, isDebug: boolean): string {
  const isRepeated = !isDebug && language() === 'pt-BR' && SAME_AS_OURS.test(error)
  return error === '' || isRepeated ? '' : texts.serviceSays(error)
}

/** @param whereRefused what to do if nothing listens at an address of this machine */
export function networkFailure(error: TransportError, url: string, whereRefused?: Step): Failure {
  const message = () => error.saidFor(url)
  if (error.cutShort !== null) return broken(message, { status: error.cutShort })
  if (error.refusedHere && whereRefused !== undefined)
    return new Failure('network', message, { next: whereRefused })
  return new Failure('network', message, {
    next: [error.remedy ?? (error.isOfProxy ? sharedTexts.checkProxy : texts.checkNetwork), askDoctor()],
  })
}

/** An answer that the contract doesn't allow. */
export function broken(message: Text, details: FailureDetails = {}): Failure {
  return new Failure('service', message, { next: texts.isService, details })
}

/** The failure for an error without the service's Error body. */
export function notTheService(answer: Answer): Failure {
  const { status } = answer
  const seconds = retryAfter(answer)
  return broken(() => texts.notTheService(status), { status, ...(seconds && { retryAfter: seconds }) })
}

/** Whether the service has refused the request. A firewall or a proxy may answer with the same status, but not with its Error body. */
export function isRefusal(answer: Answer): boolean {
  return answer.status in ERROR_STATUSES && answer.status < 500 && errorBody(answer, '').error !== undefined
}

function errorBody(answer: Answer, apiKey: string): Partial<ErrorBody> {
  const masked = (_name: string, value: unknown) =>
    typeof value === 'string' && apiKey ? value.replaceAll(apiKey, '***') : value
  try {
    const body: unknown = JSON.parse(answer.body.toString('utf8'), masked)
    return isError(body) ? body : {}
  } catch {
    return {}
  }
}

/** The Retry-After of a 429, in seconds; undefined if there is none, or it isn't a number. */
export function retryAfter(answer: Answer): number | undefined {
  if (answer.status !== 429) return undefined
  const value = answer.headers['retry-after']
  return typeof value === 'string' && /^\d{1,9}$/.test(value.trim()) ? Math.max(1, Number(value)) : undefined
}
