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

export function Attempts(props: { entry: ListedDelivery; attempts: readonly KeptAttempt[] }) {
  const { entry, attempts } = props
  return (
    <Panel title={texts.attempts()} lead={attempts.length > 1 ? texts.latestFirst() : undefined}>
      <Timeline
        label={texts.happenedLatestFirst()}
        moments={[
          ...attempts.toReversed().map((attempt, index) => moment(attempt, index === 0)),
          ...notKept(entry.attempts - attempts.length),
          received(entry),
        ]}
      />
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
