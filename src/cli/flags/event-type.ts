/** `--type` of `events tail` and `webhook deliveries`: documented types and `payment.*`, or any with `--allow-unknown-type`. */

import { boolean } from '@oclif/core/flags'
import { DOCUMENTED_TYPES, TYPE_FAMILIES } from '#contract/delivery.ts'
import { Failure } from '#lib/failure.ts'
import { nearest } from '#lib/nearest.ts'
import { texts } from './texts.ts'

const KNOWN = [...DOCUMENTED_TYPES, ...TYPE_FAMILIES]

export const allowUnknownTypeFlag = boolean({ description: texts.allowUnknownType(), dependsOn: ['type'] })

/** Failure (usage) for an unknown type: the command would show nothing without a message. */
export function checkTypes(types: readonly string[], allowUnknown = false): void {
  if (types.some(type => type.trim() === '')) {
    throw new Failure('usage', texts.emptyType, { next: texts.everyType })
  }
  const unknown = allowUnknown ? undefined : types.find(type => !KNOWN.includes(type))
  if (unknown === undefined) return
  const near = nearest(KNOWN, unknown.trim().toLowerCase())
  throw new Failure('usage', () => texts.unknownType(unknown), {
    next: [
      ...(near === undefined ? [] : [() => texts.didYouMeanType(near)]),
      () => texts.typeTakes(KNOWN.join(', ')),
      texts.addAllowUnknownType,
    ],
  })
}
