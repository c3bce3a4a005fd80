import type { Interfaces } from '@oclif/core'
import { string } from '@oclif/core/flags'
import { allowUnknownTypeFlag, checkTypes } from '#cli/flags/event-type.ts'
import { several } from '#cli/flags/flags.ts'
import { theOneWith } from '#cli/flags/prefixes.ts'
import { textFlag } from '#cli/flags/text-flag.ts'
import { foldText } from '#contract/charge-filter.ts'
import type { EventFilter, ForwardState, Inbox } from '#inbox/inbox.ts'
import { Failure } from '#lib/failure.ts'
import { readSpan, SPAN_WORDS } from '#lib/input/times.ts'
import { texts } from './texts.ts'

const helpGroup = 'FILTER'
const FORWARD_STATES: readonly ForwardState[] = ['none', 'pending', 'done', 'parked']

export const eventFilterFlags = {
  since: string({ description: texts.sinceFlag(SPAN_WORDS), helpValue: 'TIME', helpGroup }),
  until: string({ description: texts.untilFlag(), helpValue: 'TIME', helpGroup }),
  type: string({
    description: texts.typeFlag(),
    helpValue: 'TYPE',
    helpGroup,
    ...several,
  }),
  'allow-unknown-type': { ...allowUnknownTypeFlag, helpGroup },
  forward: string({ description: texts.forwardFlag(), options: [...FORWARD_STATES], helpGroup }),
  payment: string({ description: texts.paymentFlag(), helpValue: 'ID', helpGroup }),
  search: textFlag({ description: texts.searchFlag(), helpValue: 'TEXT', helpGroup }),
}

type FilterFlags = Partial<Interfaces.InferredFlags<typeof eventFilterFlags>>

/** The filter without what only the inbox knows. Failure (usage) if a value can't be read. */
export function readEventFilter(flags: FilterFlags, nowMs: number): EventFilter {
  checkTypes(flags.type ?? [], flags['allow-unknown-type'])
  for (const name of ['payment', 'search'] as const) {
    if (foldText(flags[name] ?? name).trim() === '')
      throw new Failure('usage', () => texts.isEmpty(name), { next: texts.leaveOut })
  }
  return {
    received: readSpan(flags, nowMs),
    types: flags.type,
    forward: flags.forward as ForwardState | undefined,
    paymentId: flags.payment,
    search: flags.search,
  }
}

/** The filter with the whole id of a payment. Failure (usage) if several payments begin like that. */
export async function inInbox(filter: EventFilter, inbox: Inbox): Promise<EventFilter> {
  const { paymentId } = filter
  if (paymentId === undefined) return filter
  const found = await theOneWith(paymentId, texts.paymentInInbox, (prefix, most) =>
    inbox.reading.paymentsWith(prefix, most),
  )
  return { ...filter, paymentId: found ?? paymentId }
}
