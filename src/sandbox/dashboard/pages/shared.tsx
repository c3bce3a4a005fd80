/** What several pages of the dashboard show in the same way. */

import { WEBHOOK_SECRET_PREFIX } from '#contract/limits.ts'
import { formatCount } from '#lib/language.ts'
import { sandboxReason } from '#lib/sandbox/texts.ts'
import { secretHint } from '#lib/secret.ts'
import { HttpStatus } from '#web/components/status.tsx'
import { Time } from '#web/components/value.tsx'
import { type EndpointSummary, findEndpoint } from '../../webhooks/endpoints.ts'
import type { Visit } from './frame.tsx'
import { texts } from './texts.ts'

/** What can be shown of an endpoint's signing secret. */
export function secretHintOf({ database, store }: Visit, endpoint: string): string {
  return secretHint(WEBHOOK_SECRET_PREFIX, findEndpoint(database, store.id, endpoint).secret)
}

/** The last attempt to deliver to an endpoint. */
export function LastAnswer({ attempt }: { attempt: EndpointSummary['lastAttempt'] }) {
  if (!attempt) return <>{texts.noneYet()}</>
  return (
    <>
      <HttpStatus status={attempt.status} /> {attempt.error && <>{sandboxReason(attempt.error)}, </>}
      <Time at={attempt.at} />
    </>
  )
}

interface TabsProps {
  label: string
  tabs: readonly { label: string; href: string; current: boolean; count: number }[]
}

/** Links that show a part of a list, with how much there is. */
export function Tabs({ label, tabs }: TabsProps) {
  return (
    <nav class="tabs" aria-label={label}>
      <ul>
        {tabs.map(tab => (
          <li>
            <a href={tab.href} aria-current={tab.current ? 'page' : undefined}>
              {tab.label} <span class="count">{formatCount(tab.count)}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
