/** What the pages of the counter share: what is around them, and what they say when nobody hears the service. */

import { isOutOfContact } from '#charges/watching/day.ts'
import { localized } from '#lib/language.ts'
import { minuteOfDay } from '#lib/local-time.ts'
import { Empty } from '#web/components/empty.tsx'
import { type Key, Shell, type ShellProps } from '#web/components/shell.tsx'
import { type Answer, type Html, type PageContext, type PageError, withQuery } from '#web/page.ts'
import type { Parts } from '../serve.ts'
import { texts } from './texts.ts'

export interface Visit {
  page: PageContext
  parts: Parts
}

export type Handler = (visit: Visit) => Html | Answer | Promise<Html | Answer>

export function pathOf(id: string, query: Record<string, string> = {}): string {
  return withQuery(`/charges/${encodeURIComponent(id)}`, query)
}

interface FrameProps extends Pick<ShellProps, 'title' | 'children'> {
  visit: Visit
  section?: '/' | '/day' | '/screen'
  keys?: readonly Key[]
  /** Whether it loads itself again where there is no script. */
  refresh?: boolean
}

export function Frame({
  visit: { page, parts },
  title,
  section,
  keys = [],
  refresh = true,
  children,
}: FrameProps) {
  const { account, counter } = parts
  const sections = { '/': texts.counter, '/day': texts.byHour, '/screen': texts.anotherScreen }
  return (
    <Shell
      {...{ page, title, product: page.product, badge: account() }}
      look="top"
      refresh={refresh && !page.isPosted}
      nav={Object.entries(sections).map(([href, label]) => ({
        label: label(),
        href,
        current: href === section,
      }))}
      keys={[...keys, ['n', texts.newCharge(), '/#field-amount']]}
      tools={<SoundButton />}
    >
      <div id="heard" data-live>
        <Contact {...{ parts, now: page.now }} />
        <i data-newest={[...counter.day.paidHere.keys()].at(-1) ?? ''} hidden />
      </div>
      {children}
    </Shell>
  )
}

/** Says since when nobody knows what was paid. */
export function Contact({ parts: { counter }, now }: { parts: Parts; now: number }) {
  const { hearing } = counter.day
  if (hearing === null) return <p class="notice busy">{texts.reading()}</p>
  if (!isOutOfContact(counter.day, now)) return null
  const why = hearing.problem === undefined ? '' : `: ${localized(hearing.problem)}`
  return (
    <p class="notice warning contact" role="alert">
      <strong>{texts.noContactSince(minuteOfDay(new Date(hearing.readAt).toISOString(), now))}</strong>
      <span>{`${texts.ofThen()}${why}.`}</span>
    </p>
  )
}

/** Without the script there is no sound, and no button. */
function SoundButton() {
  const words = {
    'data-off': texts.soundOff(),
    'data-on': texts.soundOn(),
    'data-blocked': texts.soundBlocked(),
  }
  return (
    <button type="button" class="button quiet" data-sound {...words} hidden>
      {texts.soundOff()}
    </button>
  )
}

export function ErrorPage({ visit, error }: { visit: Visit; error: PageError }) {
  return (
    <Frame visit={visit} title={error.title}>
      <h1 class="hidden">{error.title}</h1>
      <Empty title={error.title} text={error.message}>
        <a class="button plain" href="/" data-hotkey="Escape">
          {texts.toCounter()}
        </a>
      </Empty>
    </Frame>
  )
}
