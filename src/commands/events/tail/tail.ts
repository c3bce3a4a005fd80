/** `events tail`: what comes over the realtime channel is shown, and done with once it is. */

import { join } from 'node:path'
import { networkSettings } from '../../../cli/context/addresses.ts'
import { type Context, type Flags, patienceOf } from '../../../cli/context/context.ts'
import type { Signer } from '../../../cli/context/signing.ts'
import { ClosedPipe } from '../../../cli/host/host.ts'
import { Output } from '../../../cli/output/output.ts'
import { rememberTarget } from '../../../forwarding/last-target.ts'
import { openTail, type TailItem } from '../../../realtime/tail.ts'
import { Failure } from '../../../shared/failure.ts'
import { once } from '../../../shared/once.ts'
import { plainAddress } from '../../../shared/plain-address.ts'
import type { Inbox } from '../../../store/inbox.ts'
import type { InboxWriter } from '../../../store/inbox-writer.ts'
import type { ShownFilter } from '../../../store/shown-filter.ts'
import { GracefulShutdown } from '../../../stream/graceful-shutdown.ts'
import { TailForwarding } from './forward.ts'
import { type TailFlags, type TailOptions, tailOptions } from './options.ts'
import { Beginning } from './places.ts'
import { ProgressSaver } from './progress-saver.ts'
import { ShownEventFilter } from './shown-event-filter.ts'
import { createEventView, type EventView } from './views.ts'

/** How long saving what was done may take once its time is over, in milliseconds; ending the thread takes 250 more. */
const SAVE_MS = 500
/** How many events are shown at once, and how many characters of them; what is written is done with together. */
const MAX_PIECE = 500
const MAX_PIECE_LENGTH = 256 * 1024
/** After so many events, once the heap has the size that suits them, memory counts more than time. */
const MANY = 2000

/** Shows events; returns once `--max` are shown, and otherwise throws the reason why it ended. */
export async function tailEvents(context: Context, flags: TailFlags & Flags): Promise<void> {
  const options = tailOptions(flags)
  const { url, token } = await context.realtime.required()
  const secrets = options.forward && (await context.webhookSecrets(flags['secret-file']))
  const signer = options.forward && secrets?.signer(options.forward.to)
  const { profile } = context.profile()
  const { data } = context.folders
  const [{ Inbox }, { InboxWriter }, { tryHold }, { ShownFilter }] = await Promise.all([
    import('../../../store/inbox.ts'),
    import('../../../store/inbox-writer.ts'),
    import('../../../store/lock.ts'),
    import('../../../store/shown-filter.ts'),
  ])
  const held = options.saving ? await tryHold(data, profile, 'cursor') : null
  if (options.saving && held === null) throw otherTail(profile)
  const stream = plainAddress(url)
  try {
    const inbox = await Inbox.open(data, profile)
    const filter = new ShownFilter()
    const thread = join(context.host.root, 'dist', 'inbox-thread.cjs')
    // A replay shows again what earlier runs have shown, and who saves no cursor doesn't ask.
    const asks = options.saving && options.after === undefined
    if (!asks) filter.setFilled()
    const writer = InboxWriter.start(thread, data, profile, asks ? filter : undefined)
    try {
      const parts = { flags, options, url, token, signer, stream, inbox, writer, filter }
      await new Tailing(context, parts).run()
    } finally {
      await writer.close()
      inbox.close()
    }
  } finally {
    held?.release()
  }
}

function otherTail(profile: string): Failure {
  return new Failure('usage', `another events tail of the profile "${profile}" holds the cursor`, {
    next: 'end that one, or watch beside it from now on: --no-resume',
  })
}

function unusable(why: Error): Failure {
  return new Failure('fault', `the state can't be used any more (${why.message})`, {
    next: 'check the disk and the permissions of its folder',
    cause: why,
  })
}

interface Parts {
  flags: TailFlags & Flags
  options: TailOptions
  url: string
  token: string
  /** Signs what is forwarded. */
  signer: Signer | undefined
  /** The address as a place is saved for it. */
  stream: string
  inbox: Inbox
  writer: InboxWriter
  filter: ShownFilter
}

class Tailing {
  readonly #context: Context
  readonly #parts: Parts
  readonly #options: TailOptions
  readonly #ending: GracefulShutdown
  readonly #out: Output
  readonly #view: EventView
  readonly #fresh: ShownEventFilter
  readonly #saveMemory: () => Promise<void>
  readonly #progress: ProgressSaver
  readonly #forwarding: TailForwarding | undefined
  #shown = 0

  constructor(context: Context, parts: Parts) {
    const { inbox, writer, options, flags, stream, filter } = parts
    this.#context = context
    this.#parts = parts
    this.#options = options
    this.#ending = new GracefulShutdown(context.host)
    const { host, noAttempt } = this.#ending
    const { clock } = host
    const out = new Output(host, flags)
    const { saving, after, unseen } = options
    this.#out = out
    this.#view = createEventView(out, inbox, clock)
    this.#progress = new ProgressSaver({ writer, stream, saving, clock, warn: text => out.warn(text) })
    this.#saveMemory = once(async () => host.saveMemory?.())
    this.#fresh = new ShownEventFilter({
      inbox,
      progress: this.#progress,
      filter,
      saving,
      after,
      unseen,
    })
    this.#forwarding =
      options.forward &&
      new TailForwarding({
        ...options.forward,
        ...{ host, out, inbox, writer, secret: parts.signer!.secret, signal: noAttempt },
        debug: context.debug,
        dataDir: context.folders.data,
        profile: context.profile().profile,
        again: options.after !== undefined,
        stream,
        onDone: sequence => this.#progress.done({ processed: sequence }),
      })
  }

  async run(): Promise<void> {
    const ending = this.#ending
    await ending.run(async () => {
      this.#parts.writer.ended.then(why => {
        if (!ending.isDone) ending.finish(unusable(why))
      })
      const forwarding = this.#forwarding?.run().catch(error => ending.finish(error))
      try {
        if (this.#options.forward) await rememberTarget(this.#context, this.#options.forward.to)
        // The disk may hold it up for longer than it has.
        await ending.within(this.#takeAll())
      } catch (error) {
        ending.finish(error)
      }
      await this.#end(forwarding)
    })
  }

  async #takeAll(): Promise<void> {
    const { url, token, flags, inbox, stream, signer } = this.#parts
    this.#context.announce(url)
    const [out, progress] = [this.#out, this.#progress]
    if (signer) out.note(`what is forwarded is signed with ${signer.words}`)
    const beginning = new Beginning({ ...this.#options, inbox, stream, out, progress })
    const batches = openTail({
      url,
      token,
      after: beginning.start,
      ...networkSettings(this.#context.host.env),
      clock: this.#context.host.clock,
      random: Math.random,
      signal: this.#ending.over,
      onReady: at => beginning.ready(at),
      onStatus: text => this.#out.say(text ?? 'connected again'),
      onDebug: flags.debug ? line => this.#context.debug(line) : undefined,
    })
    for await (const batch of batches) {
      for (const piece of piecesOf(batch)) {
        await this.#take(piece)
        if (this.#ending.over.aborted) return
      }
    }
  }

  async #take(piece: readonly TailItem[]): Promise<void> {
    const { types, max } = this.#options
    const wanted = types === null ? piece : piece.filter(({ type }) => types.has(type))
    const fresh = this.#fresh.of(wanted)
    if (fresh.length < wanted.length) {
      this.#context.debug(`${wanted.length - fresh.length} left out: shown before`)
    }
    const unseen = this.#fresh.unseen(fresh)
    const left = max - this.#shown
    const shown = unseen.length > left ? unseen.slice(0, left) : unseen
    const enough = shown.length === left
    // With --max the next run begins behind the last one that was shown.
    const taken = enough ? piece.slice(0, piece.indexOf(shown.at(-1)!) + 1) : piece
    if (types !== null) this.#fresh.skipped(taken.filter(({ type }) => !types.has(type)))
    if (this.#forwarding) await this.#forward(this.#forwarding, taken, new Set(wanted), new Set(fresh), shown)
    else await this.#show(shown, taken)
    if (enough) this.#ending.enough()
    await this.#progress.room()
  }

  /** @param taken all that have come up to there, with those that aren't shown */
  async #show(items: readonly TailItem[], taken: readonly TailItem[]): Promise<void> {
    if (items.length > 0) await this.#out.handedOver(this.#view(items))
    this.#shown += items.length
    if (items.length > 0) this.#fresh.shown(items)
    this.#progress.done({ watched: taken.at(-1)!.sequence })
    if (this.#shown >= MANY) await this.#saveMemory()
  }

  /** They are on the disk before they are shown, and done with once they have their 2xx. */
  async #forward(
    forwarding: TailForwarding,
    taken: readonly TailItem[],
    wanted: ReadonlySet<TailItem>,
    fresh: ReadonlySet<TailItem>,
    shown: readonly TailItem[],
  ): Promise<void> {
    const kept = taken.filter(item => wanted.has(item))
    if (!(await forwarding.keep(kept, fresh))) return
    await this.#show(shown, taken)
    forwarding.shown(taken, wanted)
    await forwarding.room()
  }

  async #end(forwarding: Promise<void> | undefined): Promise<void> {
    const ending = this.#ending
    const patienceMs = patienceOf(this.#parts.flags)
    if (ending.isEnough) await this.#forwarding?.caughtUp(patienceMs)
    ending.stopAttempts()
    let isSaved = false
    const save = async () => {
      // An attempt that is cut ends at once, and is recorded: it may have reached the target.
      await forwarding
      isSaved = await this.#progress.end()
    }
    await ending.within(save(), SAVE_MS)
    if (ending.isEnough && !isSaved && this.#options.saving) {
      throw new Failure('fault', "the cursor can't be saved: the next run shows these events again", {
        next: 'make room on the disk, or see what holds it',
      })
    }
    // Whoever read has gone, and is told nothing more.
    if (!this.#forwarding || ending.over.reason instanceof ClosedPipe) return
    const { forwarded } = this.#forwarding
    this.#out.say(`${forwarded} forwarded, ${this.#parts.inbox.countPending()} still pending`)
    const leftBehind = ending.isEnough ? this.#forwarding.leftBehind(patienceMs) : null
    if (leftBehind) throw leftBehind
  }
}

/** A batch in pieces that are small enough to be written together. */
function* piecesOf(batch: readonly TailItem[]): Generator<readonly TailItem[]> {
  let start = 0
  let length = 0
  for (const [index, { event, sequence }] of batch.entries()) {
    length += event.length + sequence.length
    if (length < MAX_PIECE_LENGTH && index - start + 1 < MAX_PIECE) continue
    yield batch.slice(start, index + 1)
    start = index + 1
    length = 0
  }
  if (start < batch.length) yield batch.slice(start)
}
