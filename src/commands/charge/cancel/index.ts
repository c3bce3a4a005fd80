import { BaseCommand } from '#cli/base-command.ts'
import { Failure } from '#lib/failure.ts'
import { suggest } from '#lib/suggestion.ts'
import { idIn, optionalIdArg } from '../shared/not-offered.ts'
import { texts } from './texts.ts'

export default class ChargeCancel extends BaseCommand {
  static override summary = texts.summary()
  static override description = texts.help()
  static override args = { id: optionalIdArg }

  /** Arguments and flags aren't parsed: none makes a cancellation possible, so a wrong one needs no error message. */
  async run(): Promise<void> {
    throw new Failure('usage', texts.notOffered, {
      lines: [texts.letExpire, texts.shortValidity, texts.mayBeLate],
      next: suggest('charge wait', { say: texts.toWait, args: [idIn(this.argv)], flags: { late: true } }),
    })
  }
}
