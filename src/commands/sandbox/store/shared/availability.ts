/** Makes the account of a store unavailable, and available again. */

import { printObject } from '#cli/output/present.ts'
import type { SandboxStore } from '#contract/generated/output.ts'
import { formatLocal } from '#lib/local-time.ts'
import { SandboxCommand } from '../../shared/command.ts'
import { texts } from './texts.ts'

interface Changed {
  data: SandboxStore
  /** False if it was so before. */
  changed: boolean
}

const STATE = { disable: texts.unavailable, enable: texts.available }

/** Changes the store of the profile, and shows it. */
export abstract class AvailabilityCommand extends SandboxCommand {
  static override outputs = ['sandbox-store'] as const
  protected abstract readonly change: keyof typeof STATE

  async run(): Promise<void> {
    const { flags } = await this.parse(AvailabilityCommand)
    const { out, data, changed } = await this.ask<Changed>(flags, 'POST', `/store/${this.change}`, {})
    const { name, disabledAt } = data
    const account = () => (disabledAt ? texts.unavailableSince(formatLocal(disabledAt)) : texts.available())
    await printObject<'sandbox-store'>(out, data, () => [
      { label: texts.store(), value: name },
      { label: texts.account(), value: account() },
    ])
    const state = STATE[this.change]
    if (changed) out.note(texts.isNow(name, state()))
    else out.warn(() => texts.wasAlready(name, state()))
  }
}
