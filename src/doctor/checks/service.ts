/** What doctor looks at that the service answers: its address, the key, and the clock. */

import { broken, failureOf, networkFailure } from '#api/failures.ts'
import { texts as apiTexts } from '#api/texts.ts'
import type { Answer } from '#api/transport.ts'
import { TransportError } from '#api/transport-error.ts'
import type { Context } from '#cli/context/context.ts'
import { startSandboxAt } from '#cli/context/sandbox-profile.ts'
import { texts as contextTexts } from '#cli/context/texts.ts'
import { isError } from '#contract/generated/validators.js'
import { SIGNATURE_TOLERANCE_MS } from '#contract/limits.ts'
import { CredentialsError } from '#credentials/errors.ts'
import { SECRET_KINDS } from '#credentials/kinds.ts'
import { Failure } from '#lib/failure.ts'
import { networkSettings } from '#lib/input/addresses.ts'
import { formatDuration } from '#lib/local-time.ts'
import { once } from '#lib/once.ts'
import { isText, suggest } from '#lib/suggestion.ts'
import { type Examination, type Finding, findingOf, found } from '../finding.ts'
import { texts } from '../texts.ts'

/** How far the clock may be off before a warning: answers may be on their way for a while, and the header has seconds. */
const CLOCK_WARN_MS = 5_000
/** Answers of the service to a request without a key. With 429 it has at least answered. */
const REFUSALS: readonly number[] = [401, 403, 429]

const LOGIN = { flags: { 'base-url': 'https://…/api/v1' } }

/** Whether config.json can be read, and what the profile has. */
export function lookAtProfile(
  context: Pick<Context, 'profile' | 'addresses' | 'unknownProfile' | 'variablesInUse'>,
): Finding {
  const unknown = context.unknownProfile()
  if (unknown) return findingOf(unknown)
  const { profile, settings, exists } = context.profile()
  const { baseUrl } = context.addresses()
  if (!exists && baseUrl === undefined) {
    const login = suggest('auth login', { say: texts.toLogIn, ...LOGIN })
    const sandbox = suggest('sandbox start', { say: texts.orTry, profile: 'none' })
    return found('warn', () => texts.noProfile(profile), login, sandbox)
  }
  const secrets = SECRET_KINDS.filter(kind => settings.secrets?.[kind] !== undefined)
  const variables = context.variablesInUse(SECRET_KINDS)
  return found('ok', () => texts.profile(profile, secrets) + contextTexts.withVariables(variables))
}

/** The answer to a request without a key, and how long it took. */
interface Probe {
  url: string
  answer: Answer
  /** The time of this machine in the middle of the request. */
  atMs: number
  ms: number
}

export class ServiceChecks {
  readonly #examination: Examination
  readonly #probe: () => Promise<Probe>

  constructor(examination: Examination) {
    this.#examination = examination
    this.#probe = once(() => this.#ask())
  }

  /** Whether the service answers there. No key is sent, so this doesn't depend on where the key is kept. */
  async baseUrl(): Promise<Finding> {
    if (this.#url() === undefined) return noBaseUrl()
    const { url, answer, ms } = await this.#probe()
    if (!isOfService(answer)) return findingOf(notTheService(answer))
    return found('ok', () => texts.answers(url, Math.round(ms)))
  }

  /** The clock of this machine, against the service's Date header. */
  async clock(): Promise<Finding> {
    if (this.#url() === undefined) return noBaseUrl()
    const probe = await this.#probed()
    if (!probe) return noAnswer()
    const { date } = probe.answer.headers
    const theirs = typeof date === 'string' ? Date.parse(date) : Number.NaN
    if (Number.isNaN(theirs)) return found('skip', texts.noDate)
    // The header has whole seconds: on the average half a second less than the time.
    const offMs = probe.atMs - (theirs + 500)
    const size = Math.abs(offMs)
    if (size <= CLOCK_WARN_MS) return found('ok', () => texts.clockRight(CLOCK_WARN_MS / 1000))
    const status = size > SIGNATURE_TOLERANCE_MS ? 'fail' : 'warn'
    const span = formatDuration(Math.round(size / 1000) * 1000)
    return found(status, () => texts.clockOff(span, offMs > 0), texts.setClock)
  }

  /** Whether the key is accepted, and what it may do. */
  async apiKey(): Promise<Finding> {
    const { context } = this.#examination
    if (this.#url() === undefined) return noBaseUrl()
    try {
      const client = await context.client()
      const { permissions } = (await client.status()).data
      const names = permissions.join(', ')
      if (permissions.length > 0) return found('ok', () => texts.mayDo(names))
      return found('warn', texts.mayNothing, texts.newKey)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      if (error instanceof CredentialsError) return findingOf(error)
      // What `auth login` stores has no effect beside the variable that is named.
      if (error.category === 'unauthenticated' && context.variablesInUse(['api-key']).length > 0)
        return findingOf(error, 'fail', error.next.filter(isText))
      const isUnavailable = error.category === 'network' || error.category === 'service'
      if (!isUnavailable) return findingOf(error)
      const probe = await this.#probed()
      return probe && isOfService(probe.answer) ? findingOf(error) : noAnswer()
    }
  }

  #url(): string | undefined {
    return this.#examination.context.addresses().baseUrl
  }

  #probed(): Promise<Probe | null> {
    return this.#probe().catch(() => null)
  }

  async #ask(): Promise<Probe> {
    const { context, limitMs, signal } = this.#examination
    const { host, debug } = context
    const base = context.baseUrl()
    const url = `${base}/status`
    const { createTransport } = await import('#api/transport.ts')
    const transport = await createTransport(networkSettings(host.env))
    const [at, started] = [host.clock.now(), host.clock.monotonic()]
    try {
      const headers = { accept: 'application/json', 'user-agent': `pixctl/${host.version}` }
      const answer = await transport.send({ method: 'GET', url, headers, timeoutMs: limitMs, signal })
      const ms = host.clock.monotonic() - started
      debug(`GET ${url} ${answer.status} ${ms} ms`)
      return { url: base, answer, atMs: at + ms / 2, ms }
    } catch (error) {
      if (!(error instanceof TransportError)) throw error
      debug(`GET ${url} ${error.message}`)
      throw networkFailure(error, url, startSandboxAt(context.profile().config.profiles, base))
    }
  }
}

const noBaseUrl = () => found('skip', texts.noBaseUrl)
/** For a check that can't be made because the base URL gives no answer. */
const noAnswer = () => found('skip', texts.noAnswer)

function isOfService({ status, body }: Answer): boolean {
  try {
    const answer: unknown = JSON.parse(body.toString('utf8'))
    return status === 200 || (REFUSALS.includes(status) && isError(answer))
  } catch {
    return false
  }
}

function notTheService(answer: Answer): Failure {
  const { status } = answer
  if (status === 200 || REFUSALS.includes(status)) {
    return broken(() => apiTexts.notJson(status), { status })
  }
  const failure = failureOf(answer, { apiKey: '' })
  if (status === 404) return failure.with({ next: apiTexts.checkBaseUrl })
  return status >= 500 ? failure.with({ next: apiTexts.tryLater }) : failure
}
