import { join } from 'node:path'
import { type Context, type Flags, timeoutOf } from '#cli/context/context.ts'
import { hint } from '#cli/output/hints.ts'
import { lastRoutes } from '#forwarding/last-target.ts'
import { targetOf } from '#forwarding/routes.ts'
import { ATTEMPT_MS, createPost } from '#forwarding/targets.ts'
import type { Inspector, InspectorOptions } from '#inspector/inspector.ts'

export const INSPECTOR_PORT = 4243

type Given = Pick<InspectorOptions, 'port' | 'secrets' | 'secretsMissing' | 'listening'>

/** Starts the inspector of the inbox of this run. Failure (usage) if the port can't be used. */
export async function startInspector(context: Context, flags: Flags, given: Given): Promise<Inspector> {
  const { host, out, debug } = context
  const owner = { dataDir: context.folders.data, profile: context.profile().profile }
  const { serveInspector } = await import('#inspector/inspector.ts')
  return serveInspector({
    ...given,
    place: await context.inboxPlace(),
    assetsFolder: join(host.root, 'dist', 'web'),
    clock: host.clock,
    post: createPost(host, Math.min(timeoutOf(flags), ATTEMPT_MS)),
    lastTarget: event => targetOf(lastRoutes(owner, '--forward-to')?.routes ?? [], event),
    commandText: step => hint(step, host),
    note: text => out.note(text),
    onFault: fault => debug(`inspector: ${(fault as Error)?.stack ?? fault}`),
  })
}
