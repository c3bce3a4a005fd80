/** Makes the account of a store unavailable, and available again. */

import type { Output } from '#cli/output/output.ts'
import { presentObject } from '#cli/output/present.ts'
import { formatJson } from '#lib/json.ts'
import { formatLocal } from '#lib/local-time.ts'
import type { Dashboard } from '../../shared/dashboard.ts'
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
export async function changeAvailability(
  out: Output,
  dashboard: Dashboard,
  change: keyof typeof STATE,
): Promise<void> {
  const { data, changed } = await dashboard.call<{ data: StoreSummary; changed: boolean }>(
    'POST',
    `/store/${change}`,
    {},
  )
  if (out.json) await out.data(formatJson(data))
  else {
    await presentObject(out, Object.entries(data), () => [
      { label: texts.store(), value: data.name },
      { label: texts.account(), value: accountText(data) },
    ])
  }
  const state = STATE[change]
  if (changed) out.note(texts.isNow(data.name, state()))
  else out.warn(() => texts.wasAlready(data.name, state()))
}

function accountText({ disabledAt }: StoreSummary): string {
  return disabledAt === null ? texts.available() : texts.unavailableSince(formatLocal(disabledAt))
}
