/** The client for the control routes of a running sandbox. */

import { ERROR_STATUSES } from '#api/error-statuses.ts'
import { createTransport } from '#api/transport.ts'
import { TransportError } from '#api/transport-error.ts'
import { type Category, Failure, localizedMessage } from '#lib/failure.ts'
import { networkSettings } from '#lib/input/addresses.ts'
import { isJsonText } from '#lib/json.ts'
import type { Text } from '#lib/language.ts'
import { type CallSandbox, type ControlCall, controlUrl } from '#lib/sandbox/data.ts'
import { type Step, type Suggestion, suggest } from '#lib/suggestion.ts'
import { type Context, type Flags, timeoutOf } from '../context/context.ts'
import { sandboxAt, startAgain } from '../context/sandbox-profile.ts'
import { texts } from './texts.ts'

/**
 * A function for calls to the sandbox at the base URL. Its Failures: by status, or `network` without an answer.
 *
 * @param profile that of the store; undefined if the environment names the sandbox
 */
export async function openControl(
  context: Context,
  flags: Flags,
  profile: string | undefined,
): Promise<CallSandbox> {
  const { host, debug, profile: selected, baseUrl, secretFor } = context
  const { config } = selected()
  const url = baseUrl()
  const known = sandboxAt(config.profiles, url)
  const apiKey = await secretFor('api-key', { baseUrl: url })
  const start =
    known === undefined
      ? suggest('sandbox start', { say: texts.startOne })
      : startAgain(known, config.profiles.get(known)!)
  const timeoutMs = timeoutOf(flags)
  const transport = await createTransport(networkSettings(host.env))

  return async <Answer>(...[method, path, body]: ControlCall): Promise<Answer> => {
    const address = controlUrl(url, path)
    const request = {
      method,
      url: address,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: Buffer.from(JSON.stringify(body)) }),
    }
    // What a run has left in the sandbox is removed also after Ctrl-C.
    const isCleanUp = method === 'DELETE' && host.signal.aborted
    const signal = isCleanUp ? new AbortController().signal : host.signal
    const answer = await transport.send({ ...request, timeoutMs, signal }).catch(error => {
      if (!(error instanceof TransportError)) throw error
      throw new Failure('network', () => texts.noSandbox(url, localizedMessage(error)), { next: start })
    })
    debug(`${method} ${address} ${answer.status}`)
    const text = answer.body.toString('utf8')
    const value = isJsonText(text) ? JSON.parse(text) : null
    if (answer.status < 300 && value !== null) return value
    throw refusal(answer.status, value, { url, path, start, profile })
  }
}

interface Asked {
  url: string
  path: string
  start: Suggestion
  /** For commands that would use the current one. */
  profile: string | undefined
}

function refusal(status: number, answer: { error: string; code: string } | null, asked: Asked): Failure {
  const { url, start } = asked
  // Every error of a sandbox has a code, and the service has no such routes.
  if (!answer?.code || answer.code === 'route_not_found') {
    const next = [texts.otherAddress, start]
    const category = status === 404 ? 'not_found' : 'service'
    return new Failure(category, () => texts.otherServer(url), { next, details: { status } })
  }
  const { error, code } = answer
  const category = ERROR_STATUSES[status]?.category ?? 'service'
  const next = nextOf(category, code, asked)
  return new Failure(category, () => texts.refused(error, code), { next, details: { status, code } })
}

/** The command that shows what is there, by the code of a refusal. */
const NEXT: Readonly<Record<string, readonly [command: string, say: Text]>> = {
  payment_not_found: ['charges list', texts.seeCharges],
  state_conflict: ['charges get', texts.seeEnd],
  endpoint_not_found: ['sandbox webhook list', texts.seeEndpoints],
  fault_not_found: ['sandbox fault list', texts.seeFaults],
  key_not_found: ['sandbox key list', texts.seeKeys],
  store_not_found: ['sandbox store list', texts.seeStores],
  first_store: ['sandbox store list', texts.seeStores],
  store_exists: ['sandbox store list', texts.otherName],
  profile_in_use: ['sandbox store list', texts.otherName],
}

function nextOf(category: Category, code: string, { path, start, profile }: Asked): Step | Step[] {
  const [command, say] = NEXT[code] ?? []
  if (command && say) {
    const [, , id = ''] = path.split('/')
    const args = code === 'state_conflict' ? [id] : []
    const isOfSandbox = command.startsWith('sandbox') || profile === undefined
    return suggest(command, { say, args, ...(isOfSandbox ? {} : { flags: { profile }, profile: 'none' }) })
  }
  if (code === 'storage_full') return texts.makeRoom
  if (category === 'unauthenticated') return [texts.otherKey, { ...start, say: texts.newKey }]
  if (category === 'service') return texts.startWithDebug
  return category === 'usage' ? texts.correctIt : texts.checkOutput
}
