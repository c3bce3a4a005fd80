/** What is known about one thing, as names and values. */

import type { Child } from 'hono/jsx'

/** A value of null is left out. */
export type Field = readonly [label: string, value: Child]

export function Fields({ fields }: { fields: readonly Field[] }) {
  return (
    <dl class="fields">
      {fields
        .filter(([, value]) => value !== null)
        .map(([label, value]) => (
          <div>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
