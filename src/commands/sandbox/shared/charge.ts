/** Moving a charge of the sandbox into another state, and showing it. */

import type { Output } from '../../../cli/output/output.ts'
import { presentCharge } from '../../../cli/output/present.ts'
import type { Payment } from '../../../contract/generated/types.ts'
import { Failure } from '../../../shared/failure.ts'
import { type Suggestion, suggest } from '../../../shared/suggestion.ts'
import type { Dashboard } from './dashboard.ts'

const ALREADY = { pay: 'alreadyPaid', expire: 'alreadyExpired', fail: 'alreadyFailed' } as const

interface MoveFlags {
  quiet?: boolean | undefined
  profile: string
}

type Answer = { data: Payment } & Partial<Record<string, boolean>>

/** Failure (not_found) when there is no such charge, (conflict) when it has ended otherwise. */
export async function moveCharge(
  out: Output,
  dashboard: Dashboard,
  id: string,
  move: keyof typeof ALREADY,
  flags: unknown,
): Promise<void> {
  // oclif's types know nothing of the flags of a base class.
  const { quiet = false, profile } = flags as MoveFlags
  const path = `/payments/${encodeURIComponent(id)}/${move}`
  const answer = await dashboard.call<Answer>('POST', path).catch(error => {
    throw explained(error, id, profile)
  })
  const { data } = answer
  await presentCharge(out, { data, text: JSON.stringify({ data }) }, { quiet })
  // A script must learn of it too: what it asked for had happened before.
  if (answer[ALREADY[move]]) out.warn(`charge ${id} was already ${data.status}: nothing changed`)
  else out.note(`charge ${id} is ${data.status} now`)
}

/** The dashboard's refusal, with what to do next. */
function explained(error: unknown, id: string, profile: string): unknown {
  if (!(error instanceof Failure)) return error
  const next = nextOf(error.category, id, profile)
  return next ? error.with({ next }) : error
}

function nextOf(category: Failure['category'], id: string, profile: string): Suggestion | undefined {
  // These commands act on the sandbox's profile, whichever is the current one.
  const rest = { flags: { profile }, profile: 'none' } as const
  if (category === 'not_found') return suggest('charges list', { say: 'see the charges', ...rest })
  if (category === 'conflict') return suggest('charges get', { say: 'see how it ended', args: [id], ...rest })
  return undefined
}
