import type { Context } from '#cli/context/context.ts'
import { CANDIDATES, isTooShort, SHORTEST_PREFIX, severalFound, theOneWith } from '#cli/flags/prefixes.ts'
import type { Inbox, NamedEvent } from '#inbox/inbox.ts'
import { Failure } from '#lib/failure.ts'
import { formatLocal } from '#lib/local-time.ts'
import { suggest } from '#lib/suggestion.ts'
import { rejectedNumber, seeRejected } from './rejected.ts'
import { texts } from './texts.ts'

/**
 * The inbox, and the numbers of the events that were named, each once, in the order given. Failure (not_found) if one is
 * unknown, Failure (usage) if a name is that of several.
 */
export async function findEvents(
  context: Context,
  given: readonly string[],
): Promise<{ inbox: Inbox; ids: number[] }> {
  const inbox = await context.inboxIfAny()
  const found = new Set<number>()
  const unknown = new Set<string>()
  for (const name of given) {
    const id = inbox && (await eventNamed(inbox, name))
    if (id === null) unknown.add(name)
    else found.add(id)
  }
  if (inbox !== null && unknown.size === 0) return { inbox, ids: [...found] }
  const [name = ''] = unknown
  throw new Failure('not_found', () => texts.notFound(name, unknown.size - 1), {
    next: [
      ...(given.length > 1 ? [texts.nothingSent] : []),
      ...(isTooShort(name) ? [() => texts.tooShort(SHORTEST_PREFIX)] : []),
      ...(rejectedNumber(name) === null
        ? [suggest('webhook deliveries', { say: texts.see }), ...(await seeRejected(context))]
        : [suggest('webhook show', { say: texts.neverSent, args: [name] })]),
    ],
  })
}

/**
 * The number of the event that has this delivery id or event id, or an id that alone begins with it; null if there is none.
 * Failure (usage) with the candidates if there are several.
 */
export async function eventNamed({ reading }: Inbox, name: string): Promise<number | null> {
  let found = await reading.named(name, CANDIDATES)
  if (found.length === 0) {
    const whole = await theOneWith(name, texts.eventInInbox, (prefix, most) =>
      reading.namesWith(prefix, most),
    )
    if (whole !== null) found = await reading.named(whole, CANDIDATES)
  }
  if (found.length <= 1) return found[0]?.id ?? null
  throw severalFound(() => texts.severalNamed(name), found.map(candidate), texts.giveOtherId)
}

/** What tells an event from others with the same name. */
function candidate({ type, eventId, delivery, receivedAt }: NamedEvent) {
  return () => [type, eventId ?? texts.noEventId(), delivery, formatLocal(receivedAt)].join('  ')
}
