/** What is known about one thing, as names and values. */

import type { Child } from 'hono/jsx'

export interface Field {
  label: string
  /** Null and empty text are shown as a dash. */
  value: Child
}

export function Fields({ fields }: { fields: readonly Field[] }) {
  return (
    <dl class="fields">
      {fields.map(({ label, value }) => (
        <div>
          <dt>{label}</dt>
          <dd>{value === null || value === undefined || value === '' ? '-' : value}</dd>
        </div>
      ))}
    </dl>
  )
}
