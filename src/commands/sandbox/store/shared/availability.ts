/** Makes the account of a store unavailable, and available again. */

import { formatLocal } from '#lib/local-time.ts'
import { SandboxCommand } from '../../shared/command.ts'
import { printObject } from '../../shared/print.ts'
import { texts } from './texts.ts'

export interface StoreSummary {
  name: string
  /** Null if the sandbox writes no profiles. */
  profile: string | null
  /** Since when its account is unavailable; null if it isn't. */
  disabledAt: string | null
}

interface Changed {
  data: StoreSummary
  /** False if it was so before. */
  changed: boolean
}

const STATE = { disable: texts.unavailable, enable: texts.available }

/** Changes the store of the profile, and shows it. */
export abstract class AvailabilityCommand extends SandboxCommand {
  protected abstract readonly change: keyof typeof STATE

  async run(): Promise<void> {
    const { flags } = await this.parse(AvailabilityCommand)
    const { out, answer } = await this.ask<Changed>(flags, 'POST', `/store/${this.change}`, {})
    const { data, changed } = answer
    const { name, disabledAt } = data
    const account = () => (disabledAt ? texts.unavailableSince(formatLocal(disabledAt)) : texts.available())
    await printObject(out, data, () => [
      { label: texts.store(), value: name },
      { label: texts.account(), value: account() },
    ])
    const state = STATE[this.change]
    if (changed) out.note(texts.isNow(name, state()))
    else out.warn(() => texts.wasAlready(name, state()))
  }
}
