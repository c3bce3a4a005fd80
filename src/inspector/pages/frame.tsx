/** What is around each page: the navigation, and the list beside what is looked at. */

import type { Child } from 'hono/jsx'
import { NoticeBox } from '#web/components/notice.tsx'
import { Shell } from '#web/components/shell.tsx'
import type { PageContext } from '#web/page.ts'
import { type ListQuery, queryText } from '../query.ts'
import { texts } from './texts.ts'

/** What the navigation counts. */
export interface Counts {
  rejected: number
  pending: number
  parked: number
  /** Why some of what should be shown can't be; null if nothing is wrong. */
  problem: string | null
}

interface FrameProps {
  page: PageContext
  title: string
  /** The profile. */
  profile: string
  counts: Counts
  query: ListQuery | undefined
  children?: Child
}

export function Frame({ page, title, profile, counts, query, children }: FrameProps) {
  const shown = query && (query.values.verdict || query.values.forward)
  const linkTo = (label: string, by: { verdict: string } | { forward: string }, count: number) => {
    return { label, href: `/${queryText(by)}`, current: shown === Object.values(by)[0], count }
  }
  const nav = [
    { label: texts.deliveries(), href: '/', current: query !== undefined && !shown },
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
      switcher={<p class="profile hint">{texts.profile(profile)}</p>}
      keys={[['r', texts.replayKey()]]}
    >
      {counts.problem && <NoticeBox kind="error" text={counts.problem} />}
      {children}
    </Shell>
  )
}
