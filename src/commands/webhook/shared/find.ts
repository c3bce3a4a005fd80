/** Finds the deliveries that the user named. */

import type { Context } from '../../../cli/context/context.ts'
import { SHORTEST_PREFIX, theOneWith } from '../../../cli/flags/prefixes.ts'
import { Failure } from '../../../shared/failure.ts'
import { suggest } from '../../../shared/suggestion.ts'
import type { Inbox } from '../../../store/inbox/inbox.ts'

/**
 * The inbox, and the whole ids of deliveries, each once, in the order given. Failure (not_found) if one is unknown,
 * Failure (usage) if several begin with what was given.
 */
export async function findDeliveries(
  context: Context,
  given: readonly string[],
): Promise<{ inbox: Inbox; ids: string[] }> {
  const inbox = await context.inboxIfAny()
  const wanted = new Set(given)
  const found = new Set<string>()
  const unknown: string[] = []
  for (const each of wanted) {
    const id = inbox && (await wholeId(inbox, each))
    if (id === null) unknown.push(each)
    else found.add(id)
  }
  if (inbox !== null && unknown.length === 0) return { inbox, ids: [...found] }
  const more = unknown.length - 1
  const tooShort =
    unknown[0]!.length < SHORTEST_PREFIX
      ? [`the beginning of an id needs at least ${SHORTEST_PREFIX} characters`]
      : []
  const others = more === 0 ? '' : `, and ${more} more ${more === 1 ? 'is' : 'are'} missing`
  throw new Failure('not_found', `the inbox of this profile has no delivery ${unknown[0]}${others}`, {
    next: [
      ...(wanted.size > 1 ? ['nothing was sent'] : []),
      ...tooShort,
      suggest('webhook deliveries', { say: 'see' }),
    ],
  })
}

async function wholeId(inbox: Inbox, id: string): Promise<string | null> {
  if ((await inbox.find(id)) !== null) return id
  return theOneWith(id, 'delivery in the inbox', (prefix, most) => inbox.idsWith(prefix, most))
}
