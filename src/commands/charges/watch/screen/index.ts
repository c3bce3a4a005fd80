import type { Flags } from '#cli/context/context.ts'
import type { Host } from '#cli/host/host.ts'
import { type Followed, printChanges } from '../print.ts'

/** Shows the charges to a person, until that person ends it. `follow` begins to follow them, on the host that it is given. */
export async function showScreen(
  host: Host,
  _flags: Flags,
  follow: (host: Host) => Promise<Followed>,
): Promise<void> {
  await printChanges(await follow(host))
}
