/** `webhook replay`: sends saved events again, with the same body and a new signature. */

import { isDeepStrictEqual } from 'node:util'
import type { Context } from '#cli/context/context.ts'
import { headersFor, sendOptions } from '#cli/flags/forwarding.ts'
import { mostSerious } from '#cli/output/exit-codes.ts'
import type { Output } from '#cli/output/output.ts'
import { toJsonLine } from '#cli/output/typed-json.ts'
import { isSuccess } from '#contract/delivery.ts'
import { lastRoutes } from '#forwarding/last-target.ts'
import { type Replayed, replayEvent } from '#forwarding/replay.ts'
import {
  nowhereBy,
  type Route,
  type Routes,
  readShown,
  shownRoutes,
  targetOf,
  warnUnencrypted,
} from '#forwarding/routes.ts'
import { shownStart } from '#forwarding/send.ts'
import { ATTEMPT_MS, createPost } from '#forwarding/targets.ts'
import type { Inbox, LogEvent } from '#inbox/inbox.ts'
import { aborted, ClosedPipe } from '#lib/ending.ts'
import { escapeControls } from '#lib/escape.ts'
import { Failure } from '#lib/failure.ts'
import { listed } from '#lib/language.ts'
import { formatLocal } from '#lib/local-time.ts'
import { suggest } from '#lib/suggestion.ts'
import { texts as ofDeliveries } from '#terminal/texts.ts'
import { tsvRow } from '#terminal/tsv.ts'
import { displayWidth, shorten } from '#terminal/width.ts'
import { type Choice, checkChoice, choose, type ReplayFlags } from './choice.ts'
import { texts } from './texts.ts'

type ReplaySending = Parameters<typeof replayEvent>[2]

/** Undefined if no route names the type of the event. */
type SendingOf = (event: LogEvent) => ReplaySending | undefined

/** How long the running attempt may still take after Ctrl-C, in milliseconds. */
const GRACE_MS = 2000

/**
 * Sends each event once and prints the result. If one is unknown, nothing is sent. At the end throws the most serious Failure: no answer (network) before a refusal (service).
 */
export async function replay(context: Context, flags: ReplayFlags, timeoutMs: number): Promise<void> {
  checkChoice(flags)
  if ((flags.pending || flags.parked) && (await handOver(context, flags))) return
  const targets = targetsOf(context, flags)
  const choice = await choose(context, flags)
  if (choice === null) return
  try {
    await sendAll(context, choice, flags, { targets, timeoutMs, signal: graceOver(context.host) })
  } finally {
    await choice.release()
  }
}

/** Whether a process forwards to the targets that are meant; then that one was asked to send what is pending or parked now. */
async function handOver(context: Context, flags: ReplayFlags): Promise<boolean> {
  const inbox = await context.inboxIfAny()
  const inForce = (await inbox?.queue.routesInForce().catch(() => null)) ?? []
  const meant = flags.to === undefined ? inForce : shownRoutes(targetsOf(context, flags).routes)
  if (!inbox || inForce.length === 0 || !isDeepStrictEqual(inForce, meant)) return false
  const routes = readShown(inForce)
  const { count, left } = await (flags.parked ? unpark(inbox, routes) : countPending(inbox, routes))
  if (count > 0) await inbox.queue.ask()
  const { out } = context
  if (count > 0) out.say(() => texts.handedOver(count, listed(inForce)))
  if (left > 0) out.warn(() => texts.notHandedOver(left, listed(inForce)))
  if (count + left === 0) out.note(flags.parked ? texts.nothingParked() : texts.nothingPending())
  return true
}

/** What a process with these routes sends, and what is left because they name no target for its type. */
interface HandedOver {
  count: number
  left: number
}

async function unpark({ queue }: Inbox, routes: readonly Route[]): Promise<HandedOver> {
  const count = await queue.unpark(nowhereBy(routes))
  return { count, left: (await queue.stats()).parked }
}

async function countPending({ queue }: Inbox, routes: readonly Route[]): Promise<HandedOver> {
  const result = { count: 0, left: 0 }
  for (const [type, count] of await queue.pendingTypes()) {
    result[targetOf(routes, type) === null ? 'left' : 'count'] += count
  }
  return result
}

async function sendAll(
  context: Context,
  choice: Choice,
  flags: ReplayFlags,
  { targets, timeoutMs, signal }: { targets: Targets; timeoutMs: number; signal: AbortSignal },
): Promise<void> {
  const { host, out } = context
  const { routes } = targets
  const extraHeaders = headersFor(routes, flags['forward-header'])
  const secrets = await context.webhookSecrets(flags['secret-file'])
  const { profile, settings } = context.profile()
  const urls = routes.map(({ url }) => url)
  out.note(texts.sendingTo(settings.dashboardUrl !== undefined, profile, listed(urls)))
  targets.sayWhy()
  warnUnencrypted(routes, out)
  const signers = new Map(urls.map(url => [secrets.signer(url).secret, secrets.signer(url)]))
  for (const signer of signers.values()) out.say(() => texts.signedWith(signer.description))
  const { count, how } = choice
  if (how !== 'named') out.note(texts.toSend(count))
  const post = createPost({ ...host, signal }, Math.min(timeoutMs, ATTEMPT_MS), flags.insecure)
  const sendings = new Map(
    urls.map(to => {
      const signer = secrets.signer(to)
      const { secret } = signer
      const signedWith = () => signer.description
      return [to, { to, post, secret, signedWith, extraHeaders, clock: host.clock }]
    }),
  )
  const sendingOf: SendingOf = ({ type }) => sendings.get(targetOf(routes, type) ?? '')
  const failures = await sendEach(context, choice, sendingOf, (left, next) =>
    sayLeft(out, choice, flags, left, next),
  )
  host.signal.throwIfAborted()
  const worst = mostSerious(failures)
  if (!worst) return
  if (count === 1) throw worst
  throw worst.with({ message: () => texts.notAccepted(failures.length, count, worst.localized) })
}

/** Stops after Ctrl-C, and where the user named none, also if no answer comes: the later ones of its payment wait for it. */
async function sendEach(
  context: Context,
  choice: Choice,
  sendingOf: SendingOf,
  onLeft: (left: number, next: LogEvent) => void,
): Promise<Failure[]> {
  const { host, out } = context
  const { inbox, count, how } = choice
  const failures: Failure[] = []
  let ended = 0
  for await (const event of choice.events()) {
    if (host.signal.aborted || (how !== 'named' && failures.at(-1)?.category === 'network')) {
      onLeft(count - ended, event)
      break
    }
    ended++
    const sending = sendingOf(event)
    const failure = sending ? await sendOne(context, inbox, event, sending, count > 1) : noRoute(event)
    if (!sending && count > 1) out.warn(noRoute(event).localized)
    if (failure) failures.push(failure)
  }
  return failures
}

/** Null if it was accepted. Throws if that could not be recorded. */
async function sendOne(
  context: Context,
  inbox: Inbox,
  event: LogEvent,
  sending: ReplaySending,
  several: boolean,
): Promise<Failure | null> {
  const { to } = sending
  const replayed = await replayEvent(inbox, event, sending)
  const { status, error, ms, failure, unrecorded } = replayed
  context.debug(`POST ${new URL(to).host} ${status ?? `(${error})`} ${ms} ms`)
  await show(context, replayed, to, several)
  if (unrecorded) throw unrecorded
  return failure
}

function noRoute({ delivery, type }: LogEvent): Failure {
  return new Failure('usage', () => texts.noRoute(delivery, type), { next: texts.toExample })
}

function sayLeft(
  out: Output,
  { how, before }: Choice,
  { to }: ReplayFlags,
  left: number,
  next: LogEvent,
): void {
  const say = () => texts.left(left)
  if (how === 'named') {
    out.say(say)
    return
  }
  const flags = {
    ...(how === 'since' ? { since: next.receivedAt } : { [how]: true as const }),
    ...(before !== undefined && { until: new Date(before).toISOString() }),
    ...(to !== undefined && { to }),
  }
  out.say(suggest('webhook replay', { say: () => texts.leftToContinue(say()), flags }))
}

/** A signal that aborts a while after that of the run, so that the running attempt can end. */
function graceOver({ signal, clock }: Context['host']): AbortSignal {
  const over = new AbortController()
  aborted(signal).then(() => clock.setTimer(GRACE_MS, () => over.abort(signal.reason)))
  return over.signal
}

interface Targets {
  routes: Routes
  /** Says why it goes there, if the user named no target. */
  sayWhy(): void
}

function targetsOf(context: Context, flags: ReplayFlags): Targets {
  const { to } = flags
  if (to !== undefined) return { ...sendOptions(to, '--to', flags), sayWhy: () => {} }
  const owner = { dataDir: context.folders.data, profile: context.profile().profile }
  const last = lastRoutes(owner, texts.lastTarget)
  if (last === null) {
    throw new Failure('usage', texts.toMissing, { next: [texts.noTargetYet, texts.toExample] })
  }
  const { routes, since } = last
  return {
    routes,
    sayWhy: () => context.out.note(() => texts.lastTargetIs(routes.length, formatLocal(since))),
  }
}

async function show(context: Context, replayed: Replayed, to: string, several: boolean): Promise<void> {
  const { out, host } = context
  const line = lineOf(out, replayed, to)
  // After Ctrl-C it is still shown: it was sent.
  if (!host.signal.aborted) await out.data(line)
  else if (!(host.signal.reason instanceof ClosedPipe)) out.end(line)
  // For a single one, the command's error says it.
  if (several && replayed.failure && !out.json && !out.human) out.warn(replayed.failure.localized)
}

function lineOf(out: Output, { event, status, ms, error, answer }: Replayed, to: string): string {
  const { delivery } = event
  if (out.json) return toJsonLine<'webhook-replay'>({ delivery, to, status, ms })
  if (!out.human) return tsvRow([delivery, to, status, ms])
  const paint = isSuccess(status) ? out.style.green : out.style.red
  const result = `→ ${status ?? ofDeliveries.noAnswer()}`
  const detail = error ?? shownStart(answer)
  const id = escapeControls(delivery)
  const after = escapeControls(`  ${ms} ms${detail === '' ? '' : `  ${detail}`}`)
  const room = out.columns - displayWidth(`${id}  ${result}`)
  return `${id}  ${paint(result)}${shorten(after, room)}\n`
}
