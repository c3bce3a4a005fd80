/** The attempts to send a delivery to a target, the latest first. */

import { isSuccess } from '../../contract/delivery.ts'
import type { KeptAttempt, ListedDelivery } from '../../store/inbox/inbox.ts'
import { Code } from '../../web/components/code.tsx'
import { Panel } from '../../web/components/header.tsx'
import { HttpStatus } from '../../web/components/status.tsx'
import { type Moment, Timeline } from '../../web/components/timeline.tsx'
import { Duration, Time } from '../../web/components/value.tsx'

/** The others are folded away. */
const MOST_SHOWN = 5

interface AttemptsProps {
  entry: ListedDelivery
  attempts: readonly KeptAttempt[]
}

export function Attempts({ entry, attempts }: AttemptsProps) {
  const latest = attempts.slice(-MOST_SHOWN).reverse()
  const earlier = attempts.slice(0, -MOST_SHOWN).reverse()
  const lost = entry.attempts - attempts.length
  return (
    <Panel title="Attempts" lead={attempts.length > 1 ? 'The latest first' : undefined}>
      <Timeline
        label="What happened, the latest first"
        moments={[
          ...latest.map((each, index) => moment(each, index === 0)),
          ...(earlier.length === 0 ? [received(entry)] : []),
        ]}
      />
      {earlier.length > 0 && (
        <details class="answer" id="earlier-attempts">
          <summary>{`${earlier.length + lost} earlier, and when it came`}</summary>
          <Timeline
            label="Earlier attempts, the latest first"
            moments={[...earlier.map(each => moment(each, false)), ...notKept(lost), received(entry)]}
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
      channel === 'webhook' ? `Received and answered 204: ${verdict}` : 'Received over the realtime channel',
    when: <Time at={receivedAt} />,
  }
}

function notKept(count: number): Moment[] {
  return count > 0
    ? [{ tone: 'off', title: `${count} more, of which only the number is kept`, when: '' }]
    : []
}

function moment(
  { attempt, at, to, status, ms, error, answer, replay }: KeptAttempt,
  isOpen: boolean,
): Moment {
  const text = error ?? answer
  return {
    tone: status === null ? 'bad' : isSuccess(status) ? 'good' : 'warn',
    title: (
      <>
        {`${attempt}. ${replay ? 'Replayed' : 'Forwarded'} to ${to} `}
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
        <summary>{error === null ? 'Start of the answer' : 'Why there was no answer'}</summary>
        <Code label={`Attempt ${attempt}`} text={text} />
      </details>
    ),
  }
}
