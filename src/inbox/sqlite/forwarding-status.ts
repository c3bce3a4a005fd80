/** Looks into the inbox of a profile, without opening it as those do that work with it. */

import { join } from 'node:path'
import { preparing } from '#lib/sqlite/statements.ts'
import { readOnly } from '#state/contents.ts'
import { stateFolder } from '#state/folder.ts'
import { STATE } from '#state/schemas.ts'
import type { ForwardingStatus } from '../inbox.ts'
import { routesInForce, statsOf } from './queue.ts'

export async function forwardingStatusOfFile(dataDir: string, profile: string): Promise<ForwardingStatus> {
  const file = join(stateFolder(dataDir, profile), STATE.name)
  const stats = await readOnly(file, STATE.steps, database => statsOf(preparing(database)))
  return { ...stats, routes: await routesInForce({ dataDir, profile }) }
}
