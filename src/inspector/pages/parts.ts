/** What the pages of the inspector work with. */

import type { Context } from '#cli/context/context.ts'
import { hint } from '#cli/output/hints.ts'
import type { Step } from '#lib/suggestion.ts'
import type { InspectorOptions } from '../inspector.ts'
import type { ListCache } from '../list-cache.ts'
import type { Sources } from '../sources.ts'
import type { Explainer } from '../why.ts'

export interface Parts {
  context: Context
  sources: Sources
  lists: ListCache
  explainer: Explainer
  options: InspectorOptions
}

/** A command as it is typed, with the profile and address flags of this run. */
export function commandText({ context }: Parts, step: Step): string {
  return hint(step, context.host.argv)
}
