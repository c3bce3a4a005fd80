/** One charge: its QR code as large as the screen allows, and in large letters what became of it. */

import type { Child } from 'hono/jsx'
import { type Day, isOpen, isRecent, newPayments } from '#charges/watching/day.ts'
import { paidWord } from '#charges/watching/paid-word.ts'
import { isHeardSince, plainProblem } from '#charges/watching/plain-problem.ts'
import type { Payment } from '#contract/generated/types.ts'
import { isPaidLate } from '#contract/states.ts'
import { Failure, failureOf } from '#lib/failure.ts'
import { localized, type Text } from '#lib/language.ts'
import { timeOfDay } from '#lib/local-time.ts'
import { suggest } from '#lib/suggestion.ts'
import { Empty } from '#web/components/empty.tsx'
import { ActionButton, Keycap } from '#web/components/form.tsx'
import { PixCode } from '#web/components/pix-code.tsx'
import type { StatusTone } from '#web/components/status.tsx'
import { Amount } from '#web/components/value.tsx'
import type { Answer } from '#web/page.ts'
import { PageError } from '#web/page-error.ts'
import { sentence } from '#web/problems.tsx'
import { Moment, nameOf, whichOf } from './charge-list.tsx'
import { Frame, pathOf, type Visit } from './frame.tsx'
import { texts } from './texts.ts'

/** When the service has answered a person who asked, in milliseconds since the epoch; or when it was known why it hasn't. */
export interface Asked {
  at: number
  problem: Text | null
}

/** Asks the service. The page then shows this answer, as long as it is the last one. */
export async function ask(visit: Visit): Promise<Answer> {
  const { page, parts } = visit
  const { id } = chargeOf(visit)
  const answer = await parts.counter.ask(id).catch(failureOf)
  const problem = answer instanceof Failure ? plainProblem(answer) : null
  const at = parts.clock.now()
  parts.asked.set(id, { at, problem })
  return page.seeOther(pathOf(id, { asked: String(at) }))
}

function chargeOf({ page, parts }: Visit): Payment {
  const id = page.param('id')
  const payment = parts.counter.day.charges.get(id)
  if (payment) return payment
  const command = parts.commandText(suggest('charges get', { args: [id] }))
  throw new PageError(404, texts.notHere(), `${texts.howToSee()} ${command}`)
}

export function ChargePage(visit: Visit) {
  const { page, parts } = visit
  const payment = chargeOf(visit)
  const { id, amount, description, pixCode } = payment
  const last = parts.asked.get(id)
  // Another screen may have asked since.
  const asked =
    last && page.query('asked') !== '' && last.at >= Number(page.query('asked')) ? last : undefined
  const { day } = parts.counter
  const isOver = asked?.problem && isHeardSince(day, asked.at, page.now)
  const end = endOf(payment, day, isOver ? undefined : asked, page.now)
  const other = newPayments(day, page.now).findLast(paid => paid.id !== id)
  // An open page that fetches itself again was not opened by a person.
  if (!page.isLive) parts.customers.show(payment)
  const isPaid = payment.status === 'PAID'
  const what = (
    <>
      <p class="price">
        <Amount reais={amount} />
      </p>
      <p>{description}</p>
      <p>{whichOf(payment, page.now)}</p>
      <p class={end ? undefined : 'waits'}>
        {!end && payment.status === 'PENDING' && `${texts.waiting()}, `}
        {end ? end.text : <Moment {...visit} payment={payment} />}
      </p>
      <div class="actions">
        {!isPaid && (
          <ActionButton page={page} action={`${pathOf(id)}/ask`} tone="main" hotkey="v">
            {texts.ask()}
          </ActionButton>
        )}
        {end && isOpen(payment) && (
          <a class="button plain" href={pathOf(id)}>
            {texts.toCode()}
          </a>
        )}
        <a class={isPaid ? 'button main' : 'button plain'} href="/" data-hotkey="Escape">
          {isPaid ? texts.newCharge() : texts.toCounter()} <Keycap>Esc</Keycap>
        </a>
      </div>
    </>
  )
  return (
    <Frame visit={visit} title={nameOf(payment)} keys={[['v', texts.ask()]]}>
      {other && (
        <p class="notice off above" id="other" role="status">
          {texts.otherPaid(
            timeOf(other.paidAt ?? other.createdAt, page.now),
            nameOf(other),
            whichOf(other, page.now),
          )}
        </p>
      )}
      {end ? (
        <Verdict {...end} leavesTo={isPaid ? '/' : undefined}>
          {what}
        </Verdict>
      ) : (
        <div class="pay" data-steady>
          <div class="stack">
            {pixCode === null ? <Empty title={texts.noCodeYet()} /> : <PixCode code={pixCode} />}
          </div>
          <div class="stack">
            <h1 class="hidden">{nameOf(payment)}</h1>
            {what}
          </div>
        </div>
      )}
    </Frame>
  )
}

const timeOf = (at: string | number, now: number) => timeOfDay(new Date(at).toISOString(), now)

interface End {
  tone: StatusTone
  word: string
  text: string
}

/** What stands in large letters; null while the charge is to be paid and nobody has asked. PAID is only what the service calls so. */
function endOf(payment: Payment, day: Day, asked: Asked | undefined, now: number): End | null {
  const { status, paidAt } = payment
  if (status === 'PAID') {
    const say = isPaidLate(payment) ? texts.paidLateAt : texts.paidAtTime
    const text = paidAt === null ? '' : say(timeOf(paidAt, now))
    // Green is what was paid now, and in time.
    const tone = isPaidLate(payment) ? 'warn' : isRecent(day, payment, now) ? 'good' : 'off'
    return { tone, word: paidWord(day, payment, now), text }
  }
  const at = asked ? timeOf(asked.at, now) : ''
  if (asked?.problem) {
    const text = `${texts.noAnswer(at)} ${sentence(localized(asked.problem))}`
    return { tone: 'warn', word: texts.NOT_KNOWN(), text }
  }
  const text = asked ? texts.saysNow(at) : ''
  if (status === 'EXPIRED')
    return { tone: 'off', word: texts.EXPIRED(), text: `${texts.mayStillBePaid()} ${text}` }
  if (status === 'FAILED') return { tone: 'off', word: texts.FAILED(), text }
  return asked ? { tone: 'bad', word: texts.NOT_PAID(), text } : null
}

interface VerdictProps extends Pick<End, 'tone' | 'word'>, Partial<Pick<End, 'text'>> {
  /** The page that follows by itself. */
  leavesTo?: string | undefined
  children?: Child
}

/** A word that is read from three metres, over the whole screen. */
export function Verdict({ tone, word, text = word, leavesTo, children }: VerdictProps) {
  // That of an old payment changes each minute.
  return (
    <div
      class={`verdict ${tone}`}
      data-announce={leavesTo && tone !== 'good' ? text : word}
      data-leave={leavesTo}
    >
      <h1 class={word.length > 6 ? 'long' : undefined}>{word}</h1>
      {children}
    </div>
  )
}
