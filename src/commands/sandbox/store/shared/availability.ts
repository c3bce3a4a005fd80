/** Makes the account of a store unavailable, and available again. */

import { presentObject } from '#cli/output/present.ts'
import { formatJson } from '#lib/json.ts'
import { formatLocal } from '#lib/local-time.ts'
import { SandboxCommand } from '../../shared/command.ts'
import { texts } from './texts.ts'

export interface StoreSummary {
  name: string
  /** Null if the sandbox writes no profiles. */
  profile: string | null
  /** Since when its account is unavailable; null if it isn't. */
  disabledAt: string | null
}

const STATE = { disable: texts.unavailable, enable: texts.available }

/** Changes the store of the profile, and shows it. */
export abstract class AvailabilityCommand extends SandboxCommand {
  protected abstract readonly change: keyof typeof STATE

  async run(): Promise<void> {
    const { flags } = await this.parse(AvailabilityCommand)
    const { out, dashboard } = await this.dashboard(flags)
    const { data, changed } = await dashboard.call<{ data: StoreSummary; changed: boolean }>(
      'POST',
      `/store/${this.change}`,
      {},
    )
    const { name, disabledAt } = data
    if (out.json) await out.data(formatJson(data))
    else {
      await presentObject(out, Object.entries(data), () => [
        { label: texts.store(), value: name },
        {
          label: texts.account(),
          value: disabledAt ? texts.unavailableSince(formatLocal(disabledAt)) : texts.available(),
        },
      ])
    }
    const state = STATE[this.change]
    if (changed) out.note(texts.isNow(name, state()))
    else out.warn(() => texts.wasAlready(name, state()))
  }
}
