import { boolean, custom, option, string } from '@oclif/core/flags'
import { seconds, wholeNumber } from '#cli/flags/flags.ts'
import { printObject } from '#cli/output/present.ts'
import { Failure } from '#lib/failure.ts'
import { badValue } from '#lib/input/bad-value.ts'
import {
  FAULT_KINDS,
  FAULT_PLACES,
  FAULT_STATUSES,
  FAULT_TYPES,
  type FaultKind,
  type FaultStatus,
  type FaultSummary,
  MAX_FAULT_DELAY_SECONDS,
  MAX_FAULT_TIMES,
} from '#lib/sandbox/faults.ts'
import { suggest } from '#lib/suggestion.ts'
import { SandboxCommand } from '../../shared/command.ts'
import { texts as shared } from '../../shared/texts.ts'
import { frequencyOf, kindOf, placeOf } from '../shared/faults.ts'
import { texts } from '../shared/texts.ts'

const rateFlag = custom<number>({
  description: texts.rate(),
  helpValue: '0.1',
  exclusive: ['times'],
  parse: async text => {
    const rate = /^[01](\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN
    if (rate > 0 && rate <= 1) return rate
    throw badValue('--rate', { accepts: texts.someRate, text, example: '--rate 0.1' })
  },
})

export default class SandboxFaultAdd extends SandboxCommand {
  static override outputs = ['sandbox-fault'] as const
  static override summary = texts.addSummary()
  static override description = texts.addDescription()
  static override examples = [
    '<%= config.bin %> sandbox fault add --on create --lose-answer --times 1',
    '<%= config.bin %> sandbox fault add --on create --delay 30s --times 1',
    '<%= config.bin %> sandbox fault add --on get --status 503 --rate 0.1',
    '<%= config.bin %> sandbox fault add --on webhook --close --charge ID --type payment.approved',
  ]
  static override flags = {
    on: option({
      description: texts.on(),
      helpValue: FAULT_PLACES.join('|'),
      options: FAULT_PLACES,
      required: true,
    })(),
    status: string({
      description: texts.status(),
      helpValue: FAULT_STATUSES.join('|'),
      options: FAULT_STATUSES.map(String),
    }),
    'retry-after': wholeNumber({
      description: texts.retryAfter(),
      helpValue: 'SECONDS',
      min: 1,
      max: MAX_FAULT_DELAY_SECONDS,
    }),
    'lose-answer': boolean({ description: texts.loseAnswer() }),
    delay: seconds({ description: texts.delay(), helpValue: 'DURATION' }),
    hang: boolean({ description: texts.hang() }),
    garbage: boolean({ description: texts.garbage() }),
    close: boolean({ description: texts.close() }),
    times: wholeNumber({
      description: texts.times(),
      helpValue: 'N',
      min: 1,
      max: MAX_FAULT_TIMES,
    }),
    rate: rateFlag(),
    charge: string({ description: texts.charge(), helpValue: 'ID' }),
    type: string({ description: texts.type(), helpValue: 'TYPE', options: [...FAULT_TYPES] }),
    endpoint: string({ description: texts.endpoint(), helpValue: 'ID' }),
  }

  async run(): Promise<void> {
    const { flags } = await this.parse(SandboxFaultAdd)
    const { on, delay, times = null, rate = null, charge = null, type = null, endpoint = null } = flags
    const kind = onlyKind(flags, on)
    const order = {
      ...{ on, kind, times, rate, charge, type, endpoint },
      status: kind === 'status' ? (Number(flags.status) as FaultStatus) : null,
      retryAfter: flags['retry-after'] ?? null,
      delaySeconds: delay ?? null,
    }
    const { out, data: fault } = await this.ask<{ data: FaultSummary }>(flags, 'POST', '/faults', order)
    await printObject<'sandbox-fault'>(out, fault, () => [
      { label: texts.fault(), value: fault.id, whole: true },
      { label: texts.onLabel(), value: placeOf(fault) },
      { label: texts.does(), value: kindOf(fault) },
      { label: texts.howOften(), value: frequencyOf(fault) },
    ])
    out.note(suggest('sandbox fault clear', { say: texts.endIt, args: [fault.id] }))
  }
}

/** The one kind that was given. Failure (usage) for none, or for several. */
function onlyKind(flags: Partial<Record<FaultKind, unknown>>, on: string): FaultKind {
  const given = FAULT_KINDS.filter(kind => flags[kind] !== undefined)
  const [kind, another] = given
  if (kind && !another) return kind
  const names = (kinds: readonly string[]) => kinds.map(kind => `--${kind}`).join(', ')
  throw new Failure(
    'usage',
    () => (kind ? texts.oneThing(names(given)) : texts.missing(names(FAULT_KINDS))),
    { next: suggest('sandbox fault add', { say: shared.forExample, flags: { on, 'lose-answer': true } }) },
  )
}
