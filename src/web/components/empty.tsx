/** What a page shows when there is nothing: what to do next. */

import type { Child } from 'hono/jsx'
import { CommandLine } from './command-line.tsx'

interface EmptyProps {
  title: string
  /** What will be here, and how it comes. */
  text?: Child
  command?: string
  /** A button instead. */
  children?: Child
}

export function Empty({ title, text, command, children }: EmptyProps) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {text && <p>{text}</p>}
      {command && <CommandLine command={command} />}
      {children}
    </div>
  )
}
