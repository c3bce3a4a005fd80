/** What the pages of the counter share: what is around them, and what they say when nobody hears the service. */

import { isOutOfContact, wasRead } from '#charges/watching/day.ts'
import { plainProblem } from '#charges/watching/plain-problem.ts'
import { localized } from '#lib/language.ts'
import { minuteOfDay } from '#lib/local-time.ts'
import { Empty } from '#web/components/empty.tsx'
import { ActionButton } from '#web/components/form.tsx'
import { type Key, Shell, type ShellProps } from '#web/components/shell.tsx'
import { type Answer, type Html, type PageContext, withQuery } from '#web/page.ts'
import type { PageError } from '#web/page-error.ts'
import { sentence } from '#web/problems.tsx'
import type { CounterParts } from '../serve.ts'
import { texts } from './texts.ts'

export interface Visit {
  page: PageContext
  parts: CounterParts
}

export type Handler = (visit: Visit) => Html | Answer | Promise<Html | Answer>

export function pathOf(id: string, query: Record<string, string> = {}): string {
  return withQuery(`/charges/${encodeURIComponent(id)}`, query)
}

interface FrameProps extends Pick<ShellProps, 'title' | 'children'> {
  visit: Visit
  keys?: readonly Key[]
}

export function Frame({ visit: { page, parts }, title, keys = [], children }: FrameProps) {
  // Not at which address: that is nothing for a counter.
  const badge = [parts.isSandbox && 'SANDBOX', parts.shop].filter(Boolean).join(', ')
  const words = { off: texts.soundOff(), on: texts.soundOn(), blocked: texts.soundBlocked() }
  return (
    <Shell
      {...{ page, title, product: page.product, badge, nav: [], look: 'top' }}
      keys={[...keys, ['n', texts.newCharge(), '/#field-amount']]}
      tools={<button type="button" class="button quiet" data-sound={JSON.stringify(words)} hidden />}
      menu={
        <>
          <a class="button quiet" href={parts.customers.path} target="pixctl-customer">
            {texts.customerPage()}
          </a>
          <ActionButton page={page} action="/screen" tone="quiet">
            {texts.anotherScreen()}
          </ActionButton>
        </>
      }
    >
      <div id="heard" data-live data-newest={[...parts.counter.day.paidHere.keys()].at(-1) ?? ''}>
        <Contact {...{ parts, now: page.now }} />
      </div>
      {children}
    </Shell>
  )
}

/** Says since when nobody knows what was paid. */
export function Contact({
  parts: { counter },
  now,
  isPublic = false,
}: {
  parts: CounterParts
  now: number
  /** Why is nothing for a customer. */
  isPublic?: boolean
}) {
  const { hearing } = counter.day
  if (hearing === null) return <p class="notice busy">{texts.reading()}</p>
  if (!isOutOfContact(counter.day, now)) return null
  const { problem } = hearing
  const why = isPublic || !problem ? '' : sentence(localized(plainProblem(problem)))
  const since = minuteOfDay(new Date(hearing.readAt).toISOString(), now)
  const isKnown = wasRead(counter.day)
  return (
    <p class="notice warning above contact" role="alert">
      <strong>{isKnown ? texts.noContactSince(since) : texts.neverHeard()}</strong>
      {` ${isKnown ? texts.ofThen() : ''} ${why}`}
    </p>
  )
}

export function ErrorPage({ visit, error: { title, message } }: { visit: Visit; error: PageError }) {
  return (
    <Frame {...{ visit, title }}>
      <h1 class="hidden">{title}</h1>
      <Empty title={title} text={message}>
        <a class="button plain" href="/" data-hotkey="Escape">
          {texts.toCounter()}
        </a>
      </Empty>
    </Frame>
  )
}
