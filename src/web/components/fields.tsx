/** What is known about one thing, as names and values. */

import type { Child } from 'hono/jsx'

/** A value of null is left out. */
export type Field = readonly [label: string, value: Child]

interface FieldsProps {
  fields: readonly Field[]
  /** `headers` for those of HTTP. */
  look?: 'fields' | 'headers'
}

export function Fields({ fields, look = 'fields' }: FieldsProps) {
  return (
    <dl class={look}>
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
