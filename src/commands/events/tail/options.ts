/** The flags of `events tail`, and their checked values. */

import { boolean, string } from '@oclif/core/flags'
import { allowUnknownTypeFlag, checkTypes } from '#cli/flags/event-type.ts'
import { inboxFlag, logFormatFlag, secretFileFlag, wholeNumber } from '#cli/flags/flags.ts'
import {
  type ForwardFlags,
  type ForwardOptions,
  forwardFlags,
  forwardOptions,
} from '#cli/flags/forwarding.ts'
import { type MonitorAddress, monitorFlag } from '#cli/flags/monitor.ts'
import type { EventType } from '#contract/delivery.ts'
import { Failure } from '#lib/failure.ts'
import { texts } from './texts.ts'

/** The events that `--paid` shows. */
export const PAID_TYPE: EventType = 'payment.approved'

const MAX_NUMBER = 999_999_999
/** The service doesn't say what a sequence looks like. This only rejects obvious mistakes. */
const SEQUENCE = /^[^\s\p{C}]{1,200}$/u

export const tailFlags = {
  after: string({
    description: texts.after(),
    helpValue: 'SEQUENCE',
    exclusive: ['no-resume'],
  }),
  'no-resume': boolean({ description: texts.noResume() }),
  type: string({
    description: texts.type(),
    helpValue: 'TYPE',
    multiple: true,
    delimiter: ',',
  }),
  paid: boolean({ description: texts.paidFlag(PAID_TYPE), exclusive: ['type'] }),
  bell: boolean({ description: texts.bell() }),
  'allow-unknown-type': allowUnknownTypeFlag,
  ...forwardFlags,
  'secret-file': secretFileFlag,
  inbox: inboxFlag,
  max: wholeNumber({
    description: texts.max(),
    helpValue: 'N',
    min: 1,
    max: MAX_NUMBER,
  }),
  monitor: monitorFlag(),
  'log-format': logFormatFlag,
  'realtime-url': string({ description: texts.realtimeUrl(), helpValue: 'URL' }),
}

export interface TailFlags extends ForwardFlags {
  after?: string | undefined
  'no-resume'?: boolean | undefined
  type?: string[] | undefined
  paid?: boolean | undefined
  bell?: boolean | undefined
  'allow-unknown-type'?: boolean | undefined
  'secret-file'?: string | undefined
  max?: number | undefined
  monitor?: MonitorAddress | undefined
}

export interface TailOptions {
  /** The sequence where a replay begins. */
  after: string | undefined
  /** Whether the cursor is saved. */
  saving: boolean
  types: ReadonlySet<string> | null
  max: number
  forward: ForwardOptions | undefined
}

/** Failure (usage) if a value is not valid. */
export function tailOptions(flags: TailFlags): TailOptions {
  const { after, max } = flags
  const type = flags.paid ? [PAID_TYPE] : flags.type
  if (after !== undefined && !SEQUENCE.test(after)) {
    throw new Failure('usage', texts.oneSequence, {
      next: texts.whereSequences,
    })
  }
  checkTypes(type ?? [], flags['allow-unknown-type'])
  return {
    after,
    saving: flags['no-resume'] !== true,
    types: type === undefined ? null : new Set(type),
    max: max ?? Number.POSITIVE_INFINITY,
    forward: forwardOptions(flags),
  }
}
