/** The client for the dashboard of the running sandbox, on this machine. It knows the token, and never sends it. */

import { ERROR_STATUSES } from '#api/error-statuses.ts'
import { proofFor } from '#api/proof.ts'
import { createTransport } from '#api/transport.ts'
import { TransportError } from '#api/transport-error.ts'
import { type Category, Failure, localizedMessage } from '#lib/failure.ts'
import type { Text } from '#lib/language.ts'
import { DIRECT } from '#lib/proxy-settings.ts'
import { DASHBOARD_API } from '#lib/sandbox/data.ts'
import { type Step, type Suggestion, suggest } from '#lib/suggestion.ts'
import { texts } from './texts.ts'

export interface Dashboard {
  url: string
  token: string
  /** How to start it again; undefined if its profile isn't known. */
  start: Suggestion | undefined
  signal: AbortSignal
  timeoutMs: number
  debug(line: string): void
}

export type DashboardCall = [method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown]

/** Makes one call and returns the JSON of a 2xx answer. Otherwise Failure: by status, or `network` without an answer. */
export async function callDashboard<Answer>(
  dashboard: Dashboard,
  ...[method, path, body]: DashboardCall
): Promise<Answer> {
  const {
    url,
    token,
    start = suggest('sandbox start', { say: texts.startOne }),
    debug,
    ...limits
  } = dashboard
  const address = url + DASHBOARD_API + path
  try {
    const transport = await createTransport(DIRECT)
    const proof = await proofFor(transport, { url, token }, limits)
    if (proof === null) {
      throw new Failure('unauthenticated', () => texts.unknownToken(url), { next: [start, texts.setToken] })
    }
    const answer = await transport.send({
      method,
      url: address,
      headers: { authorization: `Bearer ${proof}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: Buffer.from(JSON.stringify(body)) }),
      ...limits,
    })
    debug(`${method} ${address} ${answer.status}`)
    const value = JSON.parse(answer.body.toString('utf8')) as (Answer & AnsweredError) | null
    if (answer.status < 300 && value !== null) return value
    const category = ERROR_STATUSES[answer.status]?.category ?? 'service'
    throw new Failure(category, () => refusal(value, answer.status), {
      next: value?.code === 'storage_full' ? texts.makeRoom : nextOf(category, path),
      details: { status: answer.status, ...(value?.code ? { code: value.code } : {}) },
    })
  } catch (error) {
    if (error instanceof TransportError) {
      throw new Failure('network', () => texts.noSandbox(url, localizedMessage(error)), { next: start })
    }
    if (error instanceof SyntaxError) {
      throw new Failure('service', () => texts.otherServer(url), { next: start })
    }
    throw error
  }
}

interface AnsweredError {
  error?: string
  code?: string
}

function refusal(answer: AnsweredError | null, status: number): string {
  return answer?.error === undefined ? texts.answered(status) : texts.refused(answer.error, answer.code)
}

const NEXT: Readonly<Record<string, readonly [command: string, say: Text]>> = {
  'not_found endpoints': ['sandbox webhook list', texts.seeEndpoints],
  'not_found faults': ['sandbox fault list', texts.seeFaults],
  'not_found keys': ['sandbox key list', texts.seeKeys],
  'conflict stores': ['sandbox store list', texts.otherName],
}

function nextOf(category: Category, path: string): Step {
  const [, noun] = path.split('/')
  const [command, say] = NEXT[`${category} ${noun}`] ?? []
  if (command && say) return suggest(command, { say })
  if (category === 'service') return texts.startWithDebug
  return category === 'usage' ? texts.correctIt : texts.checkOutput
}
