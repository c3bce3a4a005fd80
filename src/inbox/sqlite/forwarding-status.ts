/** Looks into the inbox of a profile, without opening it as those do that work with it. */

import { join } from 'node:path'
import { readOnly } from '#state/contents.ts'
import { stateFolder } from '#state/folder.ts'
import { STATE } from '#state/schemas.ts'
import type { ForwardingStatus, Stats } from '../inbox.ts'
import { STATS } from '../log-inbox.ts'
import { textOf } from '../sql.ts'
import { routesInForce } from './roles.ts'

export async function forwardingStatusOfFile(dataDir: string, profile: string): Promise<ForwardingStatus> {
  const file = join(stateFolder(dataDir, profile), STATE.name)
  const statement = STATS(1)
  const stats = await readOnly(file, STATE.steps, database =>
    database.prepare(textOf(statement, () => '?')).get(...(statement.values as number[])),
  )
  return { ...(stats as unknown as Stats), routes: await routesInForce({ dataDir, profile }) }
}
