import type { Context } from '#cli/context/context.ts'
import { isTooShort, SHORTEST_PREFIX, theOneWith } from '#cli/flags/prefixes.ts'
import type { Inbox } from '#inbox/inbox.ts'
import { Failure } from '#lib/failure.ts'
import { suggest } from '#lib/suggestion.ts'
import { rejectedNumber, seeRejected } from './rejected.ts'
import { texts } from './texts.ts'

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
  for (const text of wanted) {
    const id = inbox && (await wholeId(inbox, text))
    if (id === null) unknown.push(text)
    else found.add(id)
  }
  if (inbox !== null && unknown.length === 0) return { inbox, ids: [...found] }
  const more = unknown.length - 1
  throw new Failure('not_found', () => texts.notFound(unknown[0]!, more), {
    next: [
      ...(wanted.size > 1 ? [texts.nothingSent] : []),
      ...(isTooShort(unknown[0]!) ? [() => texts.tooShort(SHORTEST_PREFIX)] : []),
      ...(rejectedNumber(unknown[0]!) === null
        ? [suggest('webhook deliveries', { say: texts.see }), ...(await seeRejected(context))]
        : [suggest('webhook show', { say: texts.neverSent, args: [unknown[0]!] })]),
    ],
  })
}

/** Null if none has this id or begins with it. Failure (usage) if several begin with it. */
export async function wholeId(inbox: Inbox, id: string): Promise<string | null> {
  if ((await inbox.reading.find(id)) !== null) return id
  return theOneWith(id, texts.deliveryInInbox, (prefix, most) => inbox.reading.idsWith(prefix, most))
}
