/** Moving a charge of the sandbox into another state, and showing it. */

import type { Payment } from '../contract/generated/types.ts'
import type { Dashboard } from './dashboard.ts'
import type { Output } from './output.ts'
import { presentCharge } from './present.ts'

const ALREADY = { pay: 'alreadyPaid', expire: 'alreadyExpired', fail: 'alreadyFailed' } as const

export async function moveCharge(
  out: Output,
  dashboard: Dashboard,
  id: string,
  move: 'pay' | 'expire' | 'fail',
): Promise<void> {
  const answer = await dashboard.call<{ data: Payment } & Partial<Record<string, boolean>>>(
    'POST',
    `/payments/${encodeURIComponent(id)}/${move}`,
  )
  const { data } = answer
  await presentCharge(out, { data, text: JSON.stringify({ data }) })
  out.note(
    answer[ALREADY[move]] ? `charge ${id} was ${data.status} already` : `charge ${id} is ${data.status} now`,
  )
}
