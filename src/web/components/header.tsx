/** Headings, and the boxes and columns below them. */

import type { Child } from 'hono/jsx'

interface PageHeaderProps {
  title: Child
  /** What this page is about, in a sentence. */
  lead?: Child
  /** Where one came from, such as the list. */
  back?: { label: string; href: string }
  /** Beside the title, such as a {@link Status}. */
  badge?: Child
  actions?: Child
}

export function PageHeader({ title, lead, back, badge, actions }: PageHeaderProps) {
  return (
    <div class="page-header">
      <div class="page-title">
        {back && (
          <a class="back" href={back.href}>
            {back.label}
          </a>
        )}
        <h1>
          {title} {badge}
        </h1>
        {lead && <p class="lead">{lead}</p>}
      </div>
      {actions && <div class="actions">{actions}</div>}
    </div>
  )
}

interface PanelProps {
  title?: string
  lead?: Child
  /** Links and buttons beside the title. */
  actions?: Child
  /** For a table or code: no space around it. */
  flush?: boolean
  /** Live updates need one when panels come and go. */
  id?: string
  children?: Child
}

export function Panel({ title, lead, actions, flush, id, children }: PanelProps) {
  return (
    <section class={flush ? 'panel flush' : 'panel'} id={id}>
      {(title || actions) && (
        <div class="panel-header">
          <div>
            {title && <h2>{title}</h2>}
            {lead && <p class="hint">{lead}</p>}
          </div>
          {actions && <div class="actions">{actions}</div>}
        </div>
      )}
      <div class="panel-body">{children}</div>
    </section>
  )
}

interface ColumnsProps {
  children?: Child
  aside: Child
  /** Whether it comes before the rest where there is one column. */
  asideFirst?: boolean
}

/** Two columns on a wide screen: what is looked at, and beside it what is known about it. One column otherwise. */
export function Columns({ children, aside, asideFirst = false }: ColumnsProps) {
  const beside = <div class="stack aside">{aside}</div>
  return (
    <div class="columns">
      {asideFirst && beside}
      <div class="stack">{children}</div>
      {!asideFirst && beside}
    </div>
  )
}

/** Two or more of the same width side by side, as formatted and raw. */
export function Halves({ children }: { children?: Child }) {
  return <div class="halves">{children}</div>
}

/** Large numbers side by side, such as the balance. */
export function Stats({ items }: { items: readonly { label: string; value: Child; note?: Child }[] }) {
  return (
    <dl class="stats">
      {items.map(({ label, value, note }) => (
        <div>
          <dt>{label}</dt>
          <dd>
            <strong>{value}</strong>
            {note && <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
