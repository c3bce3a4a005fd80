/** What happened, in order, such as the attempts of a delivery. */

import type { Child } from 'hono/jsx'
import type { StatusTone } from './status.tsx'

export interface Moment {
  tone: StatusTone
  title: Child
  /** {@link Time}, a duration. */
  when: Child
  children?: Child
}

export function Timeline({ label, moments }: { label: string; moments: readonly Moment[] }) {
  return (
    <ol class="timeline" aria-label={label}>
      {moments.map(({ tone, title, when, children }) => (
        <li class={tone}>
          <div class="moment">
            <span class="moment-title">{title}</span>
            <span class="hint">{when}</span>
          </div>
          {children}
        </li>
      ))}
    </ol>
  )
}
