import { string } from '@oclif/core/args'
import { boolean } from '@oclif/core/flags'
import { leftMs } from '#charges/waiting/expiry.ts'
import { unpaid } from '#charges/waiting/outcome.ts'
import { BaseCommand } from '#cli/base-command.ts'
import { askWithId } from '#cli/context/charge-id.ts'
import type { Context } from '#cli/context/context.ts'
import { exampleToday } from '#cli/flags/arguments.ts'
import { duration, quietFlag, realtimeUrlFlag } from '#cli/flags/flags.ts'
import { chargeText, presentCharge } from '#cli/output/present.ts'
import { deliverQr, withQrKeys } from '#cli/output/qr.ts'
import type { Payment } from '#contract/generated/types.ts'
import { checkChargeId } from '#lib/input/ids.ts'
import { formatNewCharge } from '#terminal/charge.ts'
import { asRead, noBellFlag, type WaitFlags, waiting } from '../shared/wait.ts'
import { texts } from './texts.ts'

export default class ChargeWait extends BaseCommand {
  static override summary = texts.summary()
  static override description = texts.help()
  static override json = texts.json()
  static override examples = [
    '<%= config.bin %> charge wait ID',
    '<%= config.bin %> charge wait ID --wait-timeout 5m',
    `<%= config.bin %> charges list --status ${texts.exampleOpen()} --since ${exampleToday()} --all -q | pixctl charge wait -`,
  ]
  static override outputs = ['charge'] as const
  static override strict = false
  static override args = {
    id: string({ name: 'ID', required: true, ignoreStdin: true, description: texts.ids() }),
  }
  static override flags = {
    'wait-timeout': duration({ description: texts.timeout(), helpValue: 'DURATION' }),
    late: boolean({ description: texts.late() }),
    'no-bell': noBellFlag(),
    'realtime-url': realtimeUrlFlag,
    quiet: quietFlag(),
  }

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(ChargeWait)
    const given = argv as string[]
    const context = this.context(flags)
    if (given.length === 1 && given[0] !== '-') return waitForOne(context, checkChargeId(given[0]!), flags)
    const { readIds, waitForMany } = await import('./many.ts')
    await waitForMany(context, await readIds(context, given), flags)
  }
}

async function waitForOne(context: Context, id: string, flags: WaitFlags): Promise<void> {
  const { out } = context
  // A missing flag is undefined, although oclif's type says boolean.
  const late = flags.late === true
  const quiet = flags.quiet === true
  const onStopped = (last: Payment) => out.end(chargeText(out, asRead(last), { quiet }))
  const client = await context.client()
  const { view, wait } = waiting(context, client, flags, { late, onStopped })
  const charge = await askWithId(context, id, async whole => {
    if (!view.isForPerson) return wait(whole)
    const timeout = flags['wait-timeout']
    const first = await client.payment(whole, timeout === undefined ? undefined : Math.max(1000, timeout))
    const serviceNow = first.at ?? context.clock.now()
    if (first.data.status !== 'PENDING' || leftMs(first.data, serviceNow) <= 0) return wait(whole, first)
    await showToPay(context, first.data, serviceNow, flags)
    return withQrKeys(context.host, out, first.data, flags, () => wait(whole, first))
  })
  await presentCharge(out, asRead(charge), { quiet })
  await view.end(charge, unpaid(charge, late))
}

/** What is to be paid and its QR code, as `charge create` shows them. */
async function showToPay(
  { host, out }: Context,
  charge: Payment,
  serviceNow: number,
  flags: WaitFlags,
): Promise<void> {
  await out.data(formatNewCharge(charge, out))
  await deliverQr(host, out, charge, { ...flags, otherwise: 'terminal', wait: true, now: serviceNow })
}
