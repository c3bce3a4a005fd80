/** `--type` of `events tail` and `webhook deliveries`: a documented type, or any with `--allow-unknown-type`. */

import { boolean } from '@oclif/core/flags'
import { DOCUMENTED_TYPES } from '#contract/delivery.ts'
import { Failure } from '#lib/failure.ts'
import { nearest } from '#lib/nearest.ts'
import { texts } from './texts.ts'

export const allowUnknownTypeFlag = boolean({ description: texts.allowUnknownType(), dependsOn: ['type'] })

/** Failure (usage) for an unknown type: the command would show nothing without a message. */
export function checkTypes(types: readonly string[], allowUnknown = false): void {
  if (types.some(type => type.trim() === '')) {
    throw new Failure('usage', texts.emptyType, { next: texts.everyType })
  }
  const unknown = allowUnknown ? undefined : types.find(type => !DOCUMENTED_TYPES.includes(type))
  if (unknown === undefined) return
  const near = nearest(DOCUMENTED_TYPES, unknown.trim().toLowerCase())
  throw new Failure('usage', () => texts.unknownType(unknown), {
    next: [
      ...(near === undefined ? [] : [() => texts.didYouMeanType(near)]),
      () => texts.typeTakes(DOCUMENTED_TYPES.join(', ')),
      texts.addAllowUnknownType,
    ],
  })
}
