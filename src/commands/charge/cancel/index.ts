import { BaseCommand } from '../../../cli/base-command.ts'
import { Failure } from '../../../shared/failure.ts'
import { suggest } from '../../../shared/suggestion.ts'
import { idIn, optionalIdArg } from '../shared/not-offered.ts'

export default class ChargeCancel extends BaseCommand {
  static override summary = 'not offered by the service; says how to let a charge end'
  static override description =
    "The service has no call that cancels a charge, so this command changes nothing and always ends with 2. Let the charge expire: until then it can be paid, so hand nothing over for it, and don't show its code again. A charge that should end soon can be created with --validity 30m, the shortest. A payment can still arrive late: charge wait --late waits for it."
  static override aliases = ['charges:cancel']
  static override args = { id: optionalIdArg }

  /** Arguments and flags aren't parsed: none makes a cancellation possible, so a wrong one needs no error message. */
  async run(): Promise<void> {
    throw new Failure('usage', "the service has no cancel, so pixctl can't end a charge", {
      lines: [
        "let the charge expire: until then it can be paid, so hand nothing over for it, and don't show its code again",
        'create charges that should end soon with --validity 30m, the shortest',
        'a payment can still arrive late',
      ],
      next: suggest('charge wait', {
        say: 'to wait for one',
        args: [idIn(this.argv)],
        flags: { late: true },
      }),
    })
  }
}
