import { randomUUID } from 'node:crypto'
import type { Interfaces } from '@oclif/core'
import { boolean, string } from '@oclif/core/flags'
import type { Client } from '#api/client.ts'
import { type Created, Creations } from '#charges/creations/create.ts'
import { afterCreation } from '#charges/creations/failures.ts'
import { checkDescription, checkValidity } from '#charges/creations/request.ts'
import { unpaid } from '#charges/waiting/outcome.ts'
import { BaseCommand } from '#cli/base-command.ts'
import type { Context, Flags } from '#cli/context/context.ts'
import { amountFlag, exampleAmount } from '#cli/flags/arguments.ts'
import { duration, quietFlag, realtimeUrlFlag } from '#cli/flags/flags.ts'
import { textFlag } from '#cli/flags/text-flag.ts'
import { written } from '#cli/host/host.ts'
import { ask } from '#cli/host/prompt.ts'
import { presentCharge, presentChargeLine } from '#cli/output/present.ts'
import { checkQr, deliverQr, qrFlags, withQrKeys } from '#cli/output/qr.ts'
import type { ChargeRequest } from '#contract/charge.ts'
import type { Payment } from '#contract/generated/types.ts'
import { FINAL_STATUSES } from '#contract/states.ts'
import { Failure, Stopped } from '#lib/failure.ts'
import { checkAmount } from '#lib/input/amounts.ts'
import { checkIdempotencyKey } from '#lib/input/ids.ts'
import { stateSentence } from '#lib/state-words.ts'
import { suggest } from '#lib/suggestion.ts'
import { formatNewCharge } from '#terminal/charge.ts'
import { asRead, noBellFlag, waiting } from '../shared/wait.ts'
import { fromFileFlags } from './from-file/flags.ts'
import { texts } from './texts.ts'

export default class ChargeCreate extends BaseCommand {
  static override summary = texts.summary()
  static override description = texts.help()
  static override json = texts.json()
  static override examples = [
    `<%= config.bin %> charge create --amount ${exampleAmount()} --description "${texts.exampleDescription()}"`,
    `id=$(<%= config.bin %> charge create --amount ${exampleAmount()} -q)`,
    `<%= config.bin %> charge create --amount ${exampleAmount()} --wait --json`,
    `<%= config.bin %> charge create --from ${texts.exampleFile()} --dry-run`,
    `<%= config.bin %> charge create --from ${texts.exampleFile()} --csv > ${texts.exampleOutput()}`,
  ]
  static override outputs = ['charge', 'charge-create-row', 'charge-create-dry-run'] as const
  static override flags = {
    amount: amountFlag(texts.amount()),
    description: textFlag({ description: texts.description(), helpValue: 'TEXT' }),
    'pass-fee': boolean({ description: texts.passFee() }),
    validity: string({
      description: texts.validity(),
      helpValue: '30m|1h|6h|1d|2d|7d',
      defaultHelp: async () => '30m',
    }),
    'idempotency-key': string({ description: texts.idempotencyKey(), helpValue: 'UUID' }),
    ...qrFlags,
    wait: boolean({ description: texts.wait() }),
    'wait-timeout': duration({
      description: texts.waitTimeout(),
      helpValue: 'DURATION',
      dependsOn: ['wait'],
    }),
    'no-bell': noBellFlag(['wait']),
    'realtime-url': realtimeUrlFlag,
    quiet: quietFlag(['json', 'csv']),
    ...fromFileFlags,
  }

  async run(): Promise<void> {
    const { flags } = await this.parse(ChargeCreate)
    const { from } = flags
    if (from !== undefined) {
      const { createFromFile } = await import('./from-file/create-from-file.ts')
      return createFromFile(this.host, { ...flags, from }, host => this.context(flags, host))
    }
    checkQr(this.host, flags)
    const context = this.context(flags)
    const key = checkIdempotencyKey(flags['idempotency-key'] ?? randomUUID())
    const request = await requestOf(context, flags)
    const creations = await Creations.open(context)
    context.announce()
    const created = await showingTime(context, creations.create(key, request))
    const { id } = created.payment
    try {
      await show(context, created, flags)
      if (flags.wait) await waitUntilFinal(context, creations.client, created.payment, flags)
      await written(this.host)
    } catch (error) {
      throw afterCreation(error, id)
    }
  }
}

type CreateFlags = Flags & Partial<Interfaces.InferredFlags<typeof ChargeCreate.flags>>

/** The request, checked before anything is sent. On a terminal, asks for missing values; otherwise Failure (usage). */
async function requestOf(context: Context, flags: CreateFlags): Promise<ChargeRequest> {
  const { host, out } = context
  const validityMinutes = checkValidity(flags.validity)
  let { amount, description } = flags
  if (description !== undefined) checkDescription(description)
  if (amount === undefined) {
    if (!host.stdin.isTTY || flags['no-input']) {
      throw new Failure('usage', texts.amountMissing, {
        next: suggest('charge create', { flags: { amount: '10.50' } }),
      })
    }
    try {
      // It would fail without a key anyway, so nobody is asked before that.
      await context.client()
      amount = await ask(host, texts.askAmount(), text => checkAmount(text, texts.that))
      description ??= await ask(host, texts.askDescription(), checkDescription)
    } catch (error) {
      if (error instanceof Stopped) out.note(texts.nothingCreated())
      throw error
    }
  }
  return {
    amount: checkAmount(amount),
    description: checkDescription(description ?? ''),
    passFee: flags['pass-fee'] === true,
    validityMinutes,
  }
}

/** Shows on the terminal how long it takes already, so that nobody presses Ctrl-C. */
async function showingTime<T>({ out, clock }: Context, work: Promise<T>): Promise<T> {
  let seconds = 0
  let cancel = () => {}
  const tick = () => {
    cancel = clock.setTimer(1000, () => {
      out.status(texts.creating(++seconds))
      tick()
    })
  }
  tick()
  try {
    return await work
  } finally {
    cancel()
    out.clearStatus()
  }
}

async function show({ out, host }: Context, created: Created, flags: CreateFlags): Promise<void> {
  const { outcome, payment, text, idempotencyKey } = created
  if (outcome === 'existing') out.warn(() => texts.alreadyExisted(idempotencyKey))
  const read = { data: payment, text }
  const isForPerson = out.human && !flags.quiet
  if (flags.wait && out.json) await presentChargeLine(out, read)
  else if (isForPerson) await out.data(formatNewCharge(payment, out))
  else await presentCharge(out, read, { quiet: flags.quiet === true })
  if (FINAL_STATUSES.has(payment.status)) out.warn(() => texts.alreadyFinal(stateSentence(payment.status)))
  const otherwise = isForPerson || payment.pixCode === null ? 'terminal' : 'none'
  // A new charge's times are the service's; this machine's clock may be wrong.
  const now = outcome === 'created' ? Date.parse(payment.createdAt) : host.clock.now()
  await deliverQr(host, out, payment, { ...flags, otherwise, ...(isForPerson && { now }) })
}

async function waitUntilFinal(
  context: Context,
  client: Client,
  charge: Payment,
  flags: CreateFlags,
): Promise<void> {
  const { host, out } = context
  const { view, wait } = waiting(context, client, flags, { late: false })
  const ended = await withQrKeys(host, out, charge, flags, () => wait(charge.id))
  // The picture is about 6 kB of text, and was printed before.
  const withoutQr = ended.qrCode === charge.qrCode
  if (out.json) await presentChargeLine(out, asRead(ended), { withoutQr })
  // A person has seen the charge, right above.
  else if (!flags.quiet && !view.isForPerson) await presentCharge(out, asRead(ended))
  await view.end(ended, unpaid(ended, false))
}
