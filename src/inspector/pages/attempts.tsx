import { noAnswerText } from '#api/transport-error.ts'
import { isSuccess } from '#contract/delivery.ts'
import type { KeptAttempt, ListedDelivery } from '#inbox/inbox.ts'
import { localized } from '#lib/language.ts'
import { Code } from '#web/components/code.tsx'
import { Panel } from '#web/components/header.tsx'
import { HttpStatus } from '#web/components/status.tsx'
import { type Moment, Timeline } from '#web/components/timeline.tsx'
import { Duration, Time } from '#web/components/value.tsx'
import { stateText } from '#web/texts.ts'
import { texts } from './texts.ts'

/** The others are folded away. */
const MOST_SHOWN = 5

export function Attempts(props: { entry: ListedDelivery; attempts: readonly KeptAttempt[] }) {
  const { entry, attempts } = props
  const latest = attempts.slice(-MOST_SHOWN).reverse()
  const earlier = attempts.slice(0, -MOST_SHOWN).reverse()
  const lost = entry.attempts - attempts.length
  return (
    <Panel title={texts.attempts()} lead={attempts.length > 1 ? texts.latestFirst() : undefined}>
      <Timeline
        label={texts.happenedLatestFirst()}
        moments={[
          ...latest.map((attempt, index) => moment(attempt, index === 0)),
          ...(earlier.length === 0 ? [received(entry)] : []),
        ]}
      />
      {earlier.length > 0 && (
        <details class="answer" id="earlier-attempts">
          <summary>{texts.earlier(earlier.length + lost)}</summary>
          <Timeline
            label={texts.earlierLatestFirst()}
            moments={[...earlier.map(attempt => moment(attempt, false)), ...notKept(lost), received(entry)]}
          />
        </details>
      )}
    </Panel>
  )
}

function received({ receivedAt, channel, verdict }: ListedDelivery): Moment {
  return {
    tone: 'good',
    title:
      channel === 'webhook' ? texts.receivedAndAnswered(stateText(verdict)) : texts.receivedOverRealtime(),
    when: <Time at={receivedAt} />,
  }
}

function notKept(count: number): Moment[] {
  return count > 0 ? [{ tone: 'off', title: texts.moreNotKept(count), when: '' }] : []
}

function moment(
  { attempt, at, to, status, ms, error, answer, replay }: KeptAttempt,
  isOpen: boolean,
): Moment {
  const text = error === null ? answer : localized(noAnswerText(error))
  return {
    tone: status === null ? 'bad' : isSuccess(status) ? 'good' : 'warn',
    title: (
      <>
        {replay ? texts.replayedTo(attempt, to) : texts.forwardedTo(attempt, to)}
        <HttpStatus status={status} />
      </>
    ),
    when: (
      <>
        <Time at={at} />, <Duration ms={ms} />
      </>
    ),
    children: text && (
      <details class="answer" id={`attempt-${attempt}`} open={isOpen}>
        <summary>{error === null ? texts.startOfAnswer() : texts.whyNoAnswer()}</summary>
        <Code label={texts.attempt(attempt)} text={text} />
      </details>
    ),
  }
}
