/** The flags of `events tail`, and their checked values. */

import { boolean, string } from '@oclif/core/flags'
import type { InferredFlags } from '@oclif/core/interfaces'
import { allowUnknownTypeFlag, checkTypes } from '#cli/flags/event-type.ts'
import { inboxFlag, logFormatFlag, secretFileFlag, wholeNumber } from '#cli/flags/flags.ts'
import { forwardFlags, forwardOptions } from '#cli/flags/forwarding.ts'
import { monitorFlag } from '#cli/flags/monitor.ts'
import { PAID_TYPE } from '#events/tail/totals.ts'
import { Failure } from '#lib/failure.ts'
import { texts } from './texts.ts'

const MAX_NUMBER = 999_999_999
/** The service doesn't say what a sequence looks like. This only rejects obvious mistakes. */
const SEQUENCE = /^[^\s\p{C}]{1,200}$/u

export const tailFlags = {
  after: string({ description: texts.after(), helpValue: 'SEQUENCE', exclusive: ['no-resume'] }),
  'no-resume': boolean({ description: texts.noResume() }),
  type: string({ description: texts.type(), helpValue: 'TYPE', multiple: true, delimiter: ',' }),
  paid: boolean({ description: texts.paidFlag(PAID_TYPE), exclusive: ['type'] }),
  bell: boolean({ description: texts.bell() }),
  'allow-unknown-type': allowUnknownTypeFlag,
  ...forwardFlags,
  'secret-file': secretFileFlag,
  inbox: inboxFlag,
  max: wholeNumber({ description: texts.max(), helpValue: 'N', min: 1, max: MAX_NUMBER }),
  monitor: monitorFlag(),
  'log-format': logFormatFlag,
  'realtime-url': string({ description: texts.realtimeUrl(), helpValue: 'URL' }),
}

export type TailFlags = InferredFlags<typeof tailFlags>

/** The checked values. Failure (usage) if one is not valid. */
export function tailOptions(flags: TailFlags) {
  const { json, paid, bell, after, max, monitor } = flags
  const type = paid ? [PAID_TYPE] : flags.type
  if (after !== undefined && !SEQUENCE.test(after)) {
    throw new Failure('usage', texts.oneSequence, { next: texts.whereSequences })
  }
  checkTypes(type ?? [], flags['allow-unknown-type'])
  return {
    json,
    paid,
    bell,
    monitor,
    after,
    saving: flags['no-resume'] !== true,
    types: type === undefined ? null : new Set<string>(type),
    max: max ?? Number.POSITIVE_INFINITY,
    forward: forwardOptions(flags),
  }
}
