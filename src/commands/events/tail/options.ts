/** The flags of `events tail`, and their checked values. */

import { boolean, string } from '@oclif/core/flags'
import { inboxFlag, logFormatFlag, secretFileFlag, wholeNumber } from '../../../cli/flags/flags.ts'
import { DOCUMENTED_TYPES } from '../../../contract/delivery.ts'
import {
  type ForwardFlags,
  type ForwardOptions,
  forwardFlags,
  forwardOptions,
} from '../../../forwarding/options.ts'
import { type MonitorAddress, monitorFlag } from '../../../monitor/flag.ts'
import { Failure } from '../../../shared/failure.ts'
import { nearest } from '../../../shared/nearest.ts'

const MAX_NUMBER = 999_999_999
/** The service doesn't say what a sequence looks like. This only rejects obvious mistakes. */
const SEQUENCE = /^[^\s\p{C}]{1,200}$/u

export const tailFlags = {
  after: string({
    description: 'replay the events after this sequence, then continue from there',
    helpValue: 'SEQUENCE',
    exclusive: ['no-resume'],
  }),
  'no-resume': boolean({ description: 'start with new events, and save no cursor' }),
  type: string({
    description: 'only events of these types',
    helpValue: 'TYPE',
    multiple: true,
    delimiter: ',',
  }),
  'allow-unknown-type': boolean({
    description: 'accept a --type that is not documented, such as a checkout event',
    dependsOn: ['type'],
  }),
  unseen: boolean({ description: 'skip events that webhook listen has already shown' }),
  ...forwardFlags,
  'secret-file': secretFileFlag,
  inbox: inboxFlag,
  max: wholeNumber({
    description: 'stop after this many events were shown, and forwarded with --forward-to',
    helpValue: 'N',
    min: 1,
    max: MAX_NUMBER,
  }),
  monitor: monitorFlag(),
  'log-format': logFormatFlag,
  'realtime-url': string({ description: "the service's realtime address", helpValue: 'URL' }),
}

export interface TailFlags extends ForwardFlags {
  after?: string | undefined
  'no-resume'?: boolean | undefined
  type?: string[] | undefined
  'allow-unknown-type'?: boolean | undefined
  unseen?: boolean | undefined
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
  unseen: boolean
  max: number
  forward: ForwardOptions | undefined
}

/** Failure (usage) if a value is not valid. */
export function tailOptions(flags: TailFlags): TailOptions {
  const { after, type, max } = flags
  if (after !== undefined && !SEQUENCE.test(after)) {
    throw new Failure('usage', '--after takes one sequence', {
      next: 'each line of events tail --json has one',
    })
  }
  if (type?.some(each => each.trim() === '')) {
    throw new Failure('usage', '--type takes the type of an event, such as payment.approved', {
      next: 'leave it out for all',
    })
  }
  if (flags['allow-unknown-type'] !== true) type?.forEach(checkType)
  return {
    after,
    saving: flags['no-resume'] !== true,
    types: type === undefined ? null : new Set(type),
    unseen: flags.unseen === true,
    max: max ?? Number.POSITIVE_INFINITY,
    forward: forwardOptions(flags),
  }
}

/** Failure (usage) for an unknown type: the command would wait forever without a message. */
function checkType(type: string): void {
  if (DOCUMENTED_TYPES.includes(type)) return
  const near = nearest(DOCUMENTED_TYPES, type.trim().toLowerCase())
  throw new Failure('usage', `${type} is not a documented event type`, {
    next: [
      ...(near === undefined ? [] : [`did you mean --type ${near}`]),
      `--type takes ${DOCUMENTED_TYPES.join(', ')}`,
      'for another type, such as a checkout event, add --allow-unknown-type',
    ],
  })
}
