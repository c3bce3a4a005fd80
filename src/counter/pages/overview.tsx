/** What is to be paid, and what was paid. */

import { Shell } from '#web/components/shell.tsx'
import type { PageContext } from '#web/page.ts'
import type { Parts } from '../serve.ts'

export function Overview({ page, parts }: { page: PageContext; parts: Parts }) {
  return (
    <Shell page={page} title="pixctl" product={page.product} nav={[]}>
      {[...parts.counter.day.charges.keys()].join(' ')}
    </Shell>
  )
}
