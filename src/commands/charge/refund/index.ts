import { BaseCommand } from '../../../cli/base-command.ts'
import { Failure } from '../../../shared/failure.ts'
import { suggest } from '../../../shared/suggestion.ts'
import { idIn, optionalIdArg } from '../shared/not-offered.ts'

export default class ChargeRefund extends BaseCommand {
  static override summary = 'not offered by the service; says how to pay a customer back'
  static override description =
    "The service has no call for a refund, so this command changes nothing and always ends with 2. Pay the money back from the store's own bank: return the Pix (devolução) if the bank received it, otherwise make a new Pix to the customer. Write down the charge's id with it: the charge stays PAID, and lists and totals still count it."
  static override aliases = ['charges:refund']
  static override args = { id: optionalIdArg }

  /** Arguments and flags aren't parsed: none makes a refund possible, so a wrong one needs no error message. */
  async run(): Promise<void> {
    throw new Failure('usage', "the service has no refunds, so pixctl can't pay anything back", {
      lines: [
        "pay it back from the store's own bank: return the Pix (devolução) if the bank received it, otherwise make a new Pix to the customer",
        "write down the charge's id with it: the charge stays PAID, and lists and totals still count it",
      ],
      next: suggest('charges get', { say: 'to see what was paid', args: [idIn(this.argv)] }),
    })
  }
}
