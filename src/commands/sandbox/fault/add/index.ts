import { boolean, custom, string } from '@oclif/core/flags'
import { badValue } from '../../../../cli/flags/bad-value.ts'
import { duration, wholeNumber } from '../../../../cli/flags/flags.ts'
import { Failure } from '../../../../shared/failure.ts'
import {
  FAULT_KINDS,
  FAULT_PLACES,
  FAULT_STATUSES,
  type FaultKind,
  type FaultSummary,
  MAX_FAULT_DELAY_SECONDS,
  MAX_FAULT_TIMES,
} from '../../../../shared/sandbox-faults.ts'
import { suggest } from '../../../../shared/suggestion.ts'
import { SandboxCommand } from '../../shared/command.ts'
import { presentAdded } from '../shared/faults.ts'

const rateFlag = custom<number>({
  description: 'use it for this part of the calls: with 0.1, for one in ten at random',
  helpValue: '0.1',
  exclusive: ['times'],
  parse: async text => {
    const rate = /^[01](\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN
    if (rate > 0 && rate <= 1) return rate
    throw badValue('--rate', { takes: 'a number above 0 and up to 1', text, example: '--rate 0.1' })
  },
})

export default class SandboxFaultAdd extends SandboxCommand {
  static override summary = 'make calls, webhooks or the realtime channel go wrong'
  static override description =
    'Without --times and --rate it goes on until sandbox fault clear. Faults are in memory: they end with the sandbox. ' +
    'The first fault that was added and matches is used.'
  static override examples = [
    '<%= config.bin %> sandbox fault add --on create --lose-answer --times 1',
    '<%= config.bin %> sandbox fault add --on create --delay 30s --times 1',
    '<%= config.bin %> sandbox fault add --on get --status 503 --rate 0.1',
  ]
  static override flags = {
    on: string({
      description: 'what goes wrong',
      helpValue: FAULT_PLACES.join('|'),
      options: [...FAULT_PLACES],
      required: true,
    }),
    status: string({
      description: 'answer with this error',
      helpValue: FAULT_STATUSES.join('|'),
      options: FAULT_STATUSES.map(String),
    }),
    'lose-answer': boolean({ description: 'do the work, then cut the connection before the answer' }),
    delay: duration({ description: 'answer this much later', helpValue: 'D' }),
    hang: boolean({ description: 'never answer' }),
    garbage: boolean({ description: 'do the work, and answer with HTML or broken JSON' }),
    close: boolean({ description: 'cut the connection, and do nothing' }),
    times: wholeNumber({
      description: 'use it this often, then no more',
      helpValue: 'N',
      min: 1,
      max: MAX_FAULT_TIMES,
    }),
    rate: rateFlag(),
  }

  async run(): Promise<void> {
    const { flags } = await this.parse(SandboxFaultAdd)
    const { on, status, delay, times, rate } = flags
    const kind = onlyKind(flags, on)
    const order = {
      on,
      kind,
      ...(kind === 'status' ? { status: Number(status) } : {}),
      ...(kind === 'delay' ? { delaySeconds: checkDelay(delay) } : {}),
      ...(times === undefined ? {} : { times }),
      ...(rate === undefined ? {} : { rate }),
    }
    const { out, dashboard } = await this.dashboard(flags)
    const { data } = await dashboard.call<{ data: FaultSummary }>('POST', '/faults', order)
    await presentAdded(out, data)
  }
}

/** The one kind that was given. Failure (usage) for none, or for several. */
function onlyKind(flags: Partial<Record<FaultKind, unknown>>, on: string): FaultKind {
  const given = FAULT_KINDS.filter(kind => flags[kind] !== undefined)
  const [kind, another] = given
  if (kind && !another) return kind
  const names = (kinds: readonly string[]) => kinds.map(each => `--${each}`).join(', ')
  throw new Failure(
    'usage',
    kind
      ? `a fault does one thing, not ${names(given)}`
      : `what goes wrong is missing: ${names(FAULT_KINDS)}`,
    { next: suggest('sandbox fault add', { say: 'for example', flags: { on, 'lose-answer': true } }) },
  )
}

/** @param ms the value of --delay */
function checkDelay(ms = 0): number {
  const delay = ms / 1000
  if (delay > 0 && delay <= MAX_FAULT_DELAY_SECONDS) return delay
  throw new Failure('usage', '--delay takes a duration from 1s to 1d', { next: 'for example: --delay 30s' })
}
