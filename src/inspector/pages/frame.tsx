import type { Child } from 'hono/jsx'
import { Shell } from '#web/components/shell.tsx'
import type { PageContext } from '#web/page.ts'
import type { InspectorParts } from '../inspector.ts'
import { type ListQuery, queryText } from '../query.ts'
import { texts as ofEdit } from './edit/texts.ts'
import { texts } from './texts.ts'

export interface Counts {
  rejected: number
  pending: number
  parked: number
}

interface FrameProps {
  page: PageContext
  parts: InspectorParts
  title: string
  counts: Counts
  query: ListQuery
  children?: Child
}

/** What is around every page of the inspector. */
export function Frame({ page, parts, title, counts, query, children }: FrameProps) {
  const shown = query.values.verdict || query.values.forward
  const linkTo = (label: string, by: { verdict: string } | { forward: string }, count: number) => {
    return { label, href: `/${queryText(by)}`, current: shown === Object.values(by)[0], count }
  }
  const nav = [
    { label: texts.deliveries(), href: '/', current: !shown },
    linkTo(texts.rejected(), { verdict: 'rejected' }, counts.rejected),
    linkTo(texts.toForward(), { forward: 'pending' }, counts.pending),
    ...(counts.parked > 0 || shown === 'parked'
      ? [linkTo(texts.parkedOnes(), { forward: 'parked' }, counts.parked)]
      : []),
  ]
  return (
    <Shell
      {...{ page, title, nav }}
      product="pixctl webhooks"
      switcher={<p class="profile hint">{texts.profile(parts.options.place.profile)}</p>}
      keys={[
        ['r', texts.replayKey()],
        ['e', ofEdit.key()],
      ]}
    >
      {children}
    </Shell>
  )
}
