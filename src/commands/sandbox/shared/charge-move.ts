/** The base of the commands that change the state of a charge in the sandbox, and show the charge. */

import { askWithId } from '#cli/context/charge-id.ts'
import { chargeIdArg } from '#cli/flags/arguments.ts'
import { quietFlag } from '#cli/flags/flags.ts'
import { presentCharge } from '#cli/output/present.ts'
import type { Payment } from '#contract/generated/types.ts'
import { checkChargeId } from '#lib/input/ids.ts'
import { stateSentence } from '#lib/state-words.ts'
import { SandboxCommand } from './command.ts'
import { texts } from './texts.ts'

type Move = 'pay' | 'expire' | 'fail'

interface Answer {
  data: Payment
  /** False if it had that state already. */
  changed: boolean
}

/** Failure (not_found) if there is no such charge, (conflict) if it already has another final state. */
export abstract class ChargeMove extends SandboxCommand {
  static override args = { id: chargeIdArg }
  static override flags = { quiet: quietFlag() }
  static override outputs = ['charge'] as const
  protected abstract readonly move: Move

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ChargeMove)
    const given = checkChargeId(args.id)
    const { context, out, call } = await this.sandbox(flags)
    // oclif's types don't include the flags of a base class.
    const { quiet } = flags as unknown as { quiet: boolean }
    const answer = await askWithId(context, given, id =>
      call<Answer>('POST', `/charges/${encodeURIComponent(id)}/${this.move}`),
    )
    const { data, changed } = answer
    await presentCharge(out, { data, text: JSON.stringify({ data }) }, { quiet })
    // A warning, so that scripts see it too.
    if (changed) out.note(texts.is(data.id, stateSentence(data.status)))
    else out.warn(() => texts.was(data.id, data.status))
  }
}
