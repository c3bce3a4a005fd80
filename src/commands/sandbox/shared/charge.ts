/** Changes the state of a charge in the sandbox, and shows the charge. */

import { askWithId } from '#cli/context/charge-id.ts'
import type { Context } from '#cli/context/context.ts'
import { presentCharge } from '#cli/output/present.ts'
import type { Payment } from '#contract/generated/types.ts'
import { Failure } from '#lib/failure.ts'
import { type Suggestion, suggest } from '#lib/suggestion.ts'
import type { Dashboard } from './dashboard.ts'
import { texts } from './texts.ts'

const ALREADY = { pay: 'alreadyPaid', expire: 'alreadyExpired', fail: 'alreadyFailed' } as const

interface MoveFlags {
  quiet?: boolean | undefined
  profile: string
}

type Answer = { data: Payment } & Partial<Record<string, boolean>>

/** Failure (not_found) if there is no such charge, (conflict) if it already has another final state. */
export async function moveCharge(
  context: Context,
  dashboard: Dashboard,
  given: string,
  move: keyof typeof ALREADY,
  flags: unknown,
): Promise<void> {
  // oclif's types don't include the flags of a base class.
  const { quiet = false, profile } = flags as MoveFlags
  const { out } = context
  const answer = await askWithId(context, given, id => {
    const path = `/payments/${encodeURIComponent(id)}/${move}`
    return dashboard.call<Answer>('POST', path).catch(error => {
      throw explained(error, id, profile)
    })
  })
  const { data } = answer
  const { id } = data
  await presentCharge(out, { data, text: JSON.stringify({ data }) }, { quiet })
  // A warning, so that scripts see it too.
  if (answer[ALREADY[move]]) out.warn(() => texts.was(id, data.status))
  else out.note(texts.is(id, data.status))
}

/** Adds the next step to an error of the dashboard. */
function explained(error: unknown, id: string, profile: string): unknown {
  if (!(error instanceof Failure)) return error
  const next = nextOf(error.category, id, profile)
  return next ? error.with({ next }) : error
}

function nextOf(category: Failure['category'], id: string, profile: string): Suggestion | undefined {
  // These commands use the sandbox's profile, even if another one is current.
  const rest = { flags: { profile }, profile: 'none' } as const
  if (category === 'not_found') return suggest('charges list', { say: texts.seeCharges, ...rest })
  if (category === 'conflict') return suggest('charges get', { say: texts.seeEnd, args: [id], ...rest })
  return undefined
}
