import { noAnswerText } from '#api/transport-error.ts'
import { isSuccess } from '#contract/delivery.ts'
import type { KeptArrival, KeptAttempt, ListedEvent } from '#inbox/inbox.ts'
import { localized } from '#lib/language.ts'
import { Code } from '#web/components/code.tsx'
import { Panel } from '#web/components/header.tsx'
import { HttpStatus } from '#web/components/status.tsx'
import { type Moment, Timeline } from '#web/components/timeline.tsx'
import { Duration, Time } from '#web/components/value.tsx'
import { texts } from './texts.ts'

interface AttemptsProps {
  event: ListedEvent
  arrivals: readonly KeptArrival[]
  attempts: readonly KeptAttempt[]
}

export function Attempts({ event, arrivals, attempts }: AttemptsProps) {
  return (
    <Panel title={texts.attempts()} lead={attempts.length > 1 ? texts.latestFirst() : undefined}>
      <Timeline
        label={texts.happenedLatestFirst()}
        moments={[
          ...attempts.toReversed().map((attempt, index) => moment(attempt, index === 0)),
          ...notKept(event.attemptCount - attempts.length),
          ...arrivals.slice(0, 1).map(received),
        ]}
      />
    </Panel>
  )
}

/** Each time that it came. */
export function Arrivals({ event, arrivals }: Pick<AttemptsProps, 'event' | 'arrivals'>) {
  return (
    <Panel title={texts.arrivals()}>
      <Timeline
        label={texts.arrivals()}
        moments={[
          ...arrivals.map(arrival => ({ ...received(arrival), children: <code>{arrival.delivery}</code> })),
          ...notKept(event.arrivalCount - arrivals.length),
        ]}
      />
    </Panel>
  )
}

function received({ receivedAt, channel }: KeptArrival): Moment {
  const title = channel === 'webhook' ? texts.receivedAndAnswered() : texts.receivedOverRealtime()
  return { tone: 'good', title, when: <Time at={receivedAt} /> }
}

function notKept(count: number): Moment[] {
  return count > 0 ? [{ tone: 'off', title: texts.moreNotKept(count), when: '' }] : []
}

function moment({ number, at, to, status, ms, error, answer, replay }: KeptAttempt, isOpen: boolean): Moment {
  const text = error === null ? answer : localized(noAnswerText(error))
  return {
    tone: status === null ? 'bad' : isSuccess(status) ? 'good' : 'warn',
    title: (
      <>
        {replay ? texts.replayedTo(number, to) : texts.forwardedTo(number, to)}
        <HttpStatus status={status} />
      </>
    ),
    when: (
      <>
        <Time at={at} />, <Duration ms={ms} />
      </>
    ),
    children: text && (
      <details class="answer" id={`attempt-${number}`} open={isOpen}>
        <summary>{error === null ? texts.startOfAnswer() : texts.whyNoAnswer()}</summary>
        <Code label={texts.attempt(number)} text={text} />
      </details>
    ),
  }
}
