/** What `webhook listen` and `events tail` work with (src/events/stream-run.ts). */

import type { StreamContext } from '#events/stream-run.ts'
import { Output } from '../output/output.ts'
import { type Context, type Flags, timeoutOf } from './context.ts'

export function streamContext(context: Context, flags: Flags): StreamContext {
  const { host, out, folders, inboxPlace } = context
  return {
    host,
    out,
    debug: flags.debug ? context.debug : undefined,
    dataDir: folders.data,
    profile: context.profile().profile,
    timeoutMs: timeoutOf(flags),
    inboxPlace,
  }
}

/** The output that can write until a signal aborts, also after the run was stopped. */
export function outputUntil(signal: AbortSignal, { host }: Context, flags: Flags): Output {
  const { argv, env, clock, stdout, stderr } = host
  return new Output({ argv, env, clock, stdout, stderr, signal }, flags)
}
