import { boolean, string } from '@oclif/core/flags'
import { BaseCommand } from '../../../cli/base-command.ts'
import type { Context } from '../../../cli/context/context.ts'
import { amountFlag } from '../../../cli/flags/arguments.ts'
import { duration, quietFlag } from '../../../cli/flags/flags.ts'
import { textFlag } from '../../../cli/flags/text-flag.ts'
import { written } from '../../../cli/host/host.ts'
import { presentCharge, presentChargeLine } from '../../../cli/output/present.ts'
import { checkQr, deliverQr, qrFlags } from '../../../cli/output/qr.ts'
import { FINAL_STATUSES } from '../../../contract/states.ts'
import { afterCreation } from '../shared/creation-failures.ts'
import { type Created, type CreationsOptions, create, creationsOf } from '../shared/creations.ts'
import { noBellFlag, WaitView } from '../shared/wait-view.ts'
import { awaitPayment, unpaid } from '../shared/waiting.ts'
import { chargeChannel } from '../shared/waiting-realtime.ts'
import { batchFlags } from './batch/flags.ts'
import { chargeRequest, validityFlag } from './request.ts'

export default class ChargeCreate extends BaseCommand {
  static override summary = 'create a Pix charge and show its QR code'
  static override description =
    'The request is saved on disk before it is sent, and every retry repeats it with the same idempotency key: no charge is created twice. With --from, each row of a file is a charge, identified by its reference: if you run the same file again, only missing charges are created.'
  static override examples = [
    '<%= config.bin %> charge create --amount 10.50 --description "Table 4"',
    'id=$(<%= config.bin %> charge create --amount 10.50 -q)',
    '<%= config.bin %> charge create --amount 10.50 --wait --json',
    '<%= config.bin %> charge create --from customers.csv --dry-run',
    '<%= config.bin %> charge create --from customers.csv --csv > charges.csv',
  ]
  static override aliases = ['charges:create']
  static override flags = {
    amount: amountFlag('the amount in reais; if you leave it out on a terminal, you are asked'),
    description: textFlag({
      description: 'what the charge is for, at most 80 characters',
      helpValue: 'TEXT',
    }),
    'pass-fee': boolean({ description: 'add the fee to the amount, so that the customer pays it' }),
    validity: validityFlag,
    'idempotency-key': string({
      description: 'the UUID that identifies this request; a new one by default',
      helpValue: 'UUID',
    }),
    ...qrFlags,
    wait: boolean({
      description: 'wait until the charge is paid; on a terminal with a countdown, then a large PAID',
    }),
    'wait-timeout': duration({
      description: 'how long to wait, such as 90s or 5m',
      helpValue: 'DURATION',
      dependsOn: ['wait'],
    }),
    'no-bell': noBellFlag(['wait']),
    quiet: quietFlag(['json', 'csv']),
    ...batchFlags,
  }

  async run(): Promise<void> {
    const { flags } = await this.parse(ChargeCreate)
    const { from } = flags
    if (from !== undefined) {
      const { createFromFile } = await import('./batch/index.ts')
      return createFromFile(this.host, { ...flags, from }, host => this.context(flags, host))
    }
    checkQr(this.host, flags)
    const context = this.context(flags)
    const { key, request } = await chargeRequest(this.host, flags, () => context.client())
    const creations = await creationsOf(context)
    context.announce()
    const created = await create(creations, key, request)
    const { id } = created.payment
    try {
      await this.show(created, context, flags)
      if (flags.wait) await this.waitUntilFinal(id, creations.client, context, flags)
      await written(this.host)
    } catch (error) {
      throw afterCreation(error, id)
    }
  }

  private async show(created: Created, { out }: Context, flags: ShowFlags): Promise<void> {
    const { outcome, payment, text, idempotencyKey } = created
    if (outcome === 'existing') {
      out.warn(`the charge already existed: the service knows its idempotency key ${idempotencyKey}`)
    }
    const read = { data: payment, text }
    if (flags.wait && out.json) await presentChargeLine(out, read)
    else await presentCharge(out, read, { quiet: flags.quiet === true })
    if (FINAL_STATUSES.has(payment.status)) out.warn(`the charge is already ${payment.status}`)
    const drawsByDefault = (out.human && !flags.quiet) || payment.pixCode === null
    const otherwise = drawsByDefault ? 'terminal' : 'none'
    await deliverQr(this.host, out, payment, { ...flags, otherwise })
  }

  private async waitUntilFinal(
    id: string,
    client: CreationsOptions['client'],
    context: Context,
    flags: ShowFlags,
  ): Promise<void> {
    const { clock, signal } = this.host
    const { out } = context
    const patienceMs = flags['wait-timeout']
    const open = chargeChannel(context, flags)
    const view = new WaitView(this.host, out, flags)
    const ended = await awaitPayment(id, { client, clock, signal, out, view, open, patienceMs, late: false })
    if (out.json) await presentChargeLine(out, ended)
    // A person has seen the fields, right above.
    else if (!flags.quiet && !view.isForPerson) await presentCharge(out, ended)
    await view.end(ended.data, unpaid(ended.data, false))
  }
}

/** The flags that say how the charge is shown. */
interface ShowFlags {
  debug: boolean | undefined
  'no-input': boolean | undefined
  qr: string | undefined
  copy: boolean | undefined
  quiet: boolean | undefined
  wait: boolean | undefined
  'wait-timeout': number | undefined
  'no-bell': boolean | undefined
}
