import { boolean, string } from '@oclif/core/flags'
import { type Created, type CreationsOptions, create, creationsOf } from '#charges/creations/creations.ts'
import { afterCreation } from '#charges/creations/failures.ts'
import { chargeChannel } from '#charges/waiting/realtime.ts'
import { awaitPayment, unpaid } from '#charges/waiting/waiting.ts'
import { BaseCommand } from '#cli/base-command.ts'
import type { Context } from '#cli/context/context.ts'
import { amountFlag, exampleAmount } from '#cli/flags/arguments.ts'
import { duration, quietFlag } from '#cli/flags/flags.ts'
import { textFlag } from '#cli/flags/text-flag.ts'
import { written } from '#cli/host/host.ts'
import { presentCharge, presentChargeLine } from '#cli/output/present.ts'
import { checkQr, deliverQr, qrFlags } from '#cli/output/qr.ts'
import { FINAL_STATUSES } from '#contract/states.ts'
import { Stopped } from '#lib/failure.ts'
import { noBellFlag, WaitView } from '../shared/wait-view.ts'
import { batchFlags } from './from-file/flags.ts'
import { chargeRequest, validityFlag } from './request.ts'
import { texts } from './texts.ts'

export default class ChargeCreate extends BaseCommand {
  static override summary = texts.summary()
  static override description = texts.help()
  static override examples = [
    `<%= config.bin %> charge create --amount ${exampleAmount()} --description "${texts.exampleDescription()}"`,
    `id=$(<%= config.bin %> charge create --amount ${exampleAmount()} -q)`,
    `<%= config.bin %> charge create --amount ${exampleAmount()} --wait --json`,
    `<%= config.bin %> charge create --from ${texts.exampleFile()} --dry-run`,
    `<%= config.bin %> charge create --from ${texts.exampleFile()} --csv > ${texts.exampleOutput()}`,
  ]
  static override aliases = ['charges:create']
  static override flags = {
    amount: amountFlag(texts.amount()),
    description: textFlag({
      description: texts.description(),
      helpValue: 'TEXT',
    }),
    'pass-fee': boolean({ description: texts.passFee() }),
    validity: validityFlag,
    'idempotency-key': string({
      description: texts.idempotencyKey(),
      helpValue: 'UUID',
    }),
    ...qrFlags,
    wait: boolean({
      description: texts.wait(),
    }),
    'wait-timeout': duration({
      description: texts.waitTimeout(),
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
      const { createFromFile } = await import('./from-file/index.ts')
      return createFromFile(this.host, { ...flags, from }, host => this.context(flags, host))
    }
    checkQr(this.host, flags)
    const context = this.context(flags)
    const { key, request } = await chargeRequest(this.host, flags, () => context.client()).catch(error => {
      if (error instanceof Stopped) context.out.note(texts.nothingCreated())
      throw error
    })
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
      out.warn(() => texts.alreadyExisted(idempotencyKey))
    }
    const read = { data: payment, text }
    if (flags.wait && out.json) await presentChargeLine(out, read)
    else await presentCharge(out, read, { quiet: flags.quiet === true })
    if (FINAL_STATUSES.has(payment.status)) out.warn(() => texts.alreadyFinal(payment.status))
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
    const timeoutMs = flags['wait-timeout']
    const open = chargeChannel(context, flags)
    const view = new WaitView(this.host, out, flags)
    const ended = await awaitPayment(id, { client, clock, signal, out, view, open, timeoutMs, late: false })
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
