/**
 * The life of `webhook listen` and `events tail`, step by step: {@link StreamRun.run}. What each of the two does
 * at a step is its engine, in the folder of its command.
 */

import { type Context, type Flags, patienceOf } from '../cli/context/context.ts'
import { ClosedPipe } from '../cli/host/host.ts'
import { Output } from '../cli/output/output.ts'
import type { Forwarding, ForwardingOptions } from '../forwarding/forwarding.ts'
import { rememberTarget } from '../forwarding/last-target.ts'
import type { ForwardOptions } from '../forwarding/options.ts'
import type { Failure } from '../shared/failure.ts'
import { GracefulShutdown } from './graceful-shutdown.ts'
import type { OpenInbox } from './open-inbox.ts'

/** How much longer than the grace time the record of what was done may take, in milliseconds. */
export const RECORD_MS = 500

export interface StreamEngine {
  readonly forwarding: Pick<Forwarding, 'run' | 'caughtUp' | 'leftBehind' | 'forwarded'> | undefined
  /** Opens what it takes from, where that can fail before anything is said. */
  open?(): Promise<void>
  /** Says what it takes from. */
  announce(): void
  /** Takes, keeps and shows until {@link GracefulShutdown.stopIntake}. What it throws ends the run. */
  take(): Promise<void>
  /** Lets nothing more in; resolves once what has come in is answered. */
  close?(): Promise<void>
  /**
   * Writes out what is left, in the grace time.
   *
   * @param forwarded resolves when the last attempt to forward has ended, and is recorded
   */
  drain(forwarded: Promise<void> | undefined): Promise<void>
  /**
   * Says what was done.
   *
   * @param forwarding the counts of what was forwarded, in words; none where nothing was to be
   */
  summarize(forwarding: readonly string[]): void
  /** Why the run ends where nothing can be kept any more. */
  writerEnded(why: Error): Failure
}

export interface StreamRunOptions extends OpenInbox {
  flags: Flags
  /** Where events are forwarded to, and the secret that signs them. */
  forward: (ForwardOptions & { secret: string }) | undefined
}

export class StreamRun {
  readonly #context: Context
  readonly #options: StreamRunOptions
  readonly shutdown: GracefulShutdown
  /** Writes until the grace time is over. */
  readonly out: Output
  /** What an engine makes its forwarding of; undefined where nothing is to be forwarded. */
  readonly forwardingOptions: Omit<ForwardingOptions, 'view'> | undefined

  constructor(context: Context, options: StreamRunOptions) {
    const { flags, forward, inbox, writer } = options
    this.#context = context
    this.#options = options
    this.shutdown = new GracefulShutdown(context.host)
    const { argv, env, clock, stdout, stderr } = context.host
    const host = { argv, env, clock, stdout, stderr, signal: this.shutdown.graceOver }
    this.out = new Output(host, flags)
    this.forwardingOptions = forward && {
      ...forward,
      host,
      out: this.out,
      inbox,
      writer,
      debug: context.debug,
      dataDir: context.folders.data,
      profile: context.profile().profile,
      signal: this.shutdown.stopForwarding,
    }
  }

  /** Lives until `--max` are shown; otherwise throws the reason of the end. */
  async run(engine: StreamEngine): Promise<void> {
    await this.shutdown.run(async () => {
      const { shutdown } = this
      await this.#start(engine)
      const forwarded = engine.forwarding?.run().catch(error => shutdown.end(error))
      try {
        // The disk may hold it up for longer than the grace time.
        await shutdown.withinGrace(engine.take())
      } catch (error) {
        shutdown.end(error)
      }
      await engine.close?.()
      const patienceMs = patienceOf(this.#options.flags)
      if (shutdown.reachedMax) await engine.forwarding?.caughtUp(patienceMs)
      // An attempt in flight ends with the grace time, and is recorded: it may have reached the target.
      shutdown.endForwarding()
      await engine.drain(forwarded)
      // The reader has gone: nothing more is said.
      const isUnread = shutdown.stopIntake.reason instanceof ClosedPipe
      if (!isUnread) engine.summarize(this.#forwardingCounts(engine))
      const leftBehind = shutdown.reachedMax ? engine.forwarding?.leftBehind(patienceMs) : null
      if (leftBehind) throw leftBehind
    })
  }

  async #start(engine: StreamEngine): Promise<void> {
    const { forward, writer } = this.#options
    await engine.open?.()
    if (forward) await rememberTarget(this.#context, forward.to)
    engine.announce()
    writer.ended.then(why => {
      if (!this.shutdown.isDone) this.shutdown.end(engine.writerEnded(why))
    })
  }

  #forwardingCounts({ forwarding }: StreamEngine): string[] {
    if (!forwarding) return []
    return [`${forwarding.forwarded} forwarded`, `${this.#options.inbox.countPending()} still pending`]
  }
}
