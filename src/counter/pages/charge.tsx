/** One charge: its QR code as large as the screen allows, and in large letters what became of it. */

import type { Child } from 'hono/jsx'
import { groupsOf, isOpen } from '#charges/watching/day.ts'
import type { Payment } from '#contract/generated/types.ts'
import { isPaidLate } from '#contract/states.ts'
import { Failure } from '#lib/failure.ts'
import { localized, type Text } from '#lib/language.ts'
import { timeOfDay } from '#lib/local-time.ts'
import { suggest } from '#lib/suggestion.ts'
import { CopyLine } from '#web/components/command-line.tsx'
import { Empty } from '#web/components/empty.tsx'
import { ActionButton, Keycap } from '#web/components/form.tsx'
import { QrCode } from '#web/components/pix-code.tsx'
import type { StatusTone } from '#web/components/status.tsx'
import { Amount } from '#web/components/value.tsx'
import { type Answer, PageError } from '#web/page.ts'
import { sentence } from '#web/problems.tsx'
import { Moment, nameOf } from './charge-list.tsx'
import { Frame, pathOf, type Visit } from './frame.tsx'
import { texts } from './texts.ts'

/** What the service has said to a person who asked, or why it hasn't; with the time, in milliseconds since the epoch. */
export interface Asked {
  at: number
  problem: Text | null
}

/** Asks the service. The page then shows this answer, as long as it is the last one. */
export async function ask(visit: Visit): Promise<Answer> {
  const { page, parts } = visit
  const { id } = chargeOf(visit)
  const problem = await parts.counter.ask(id).then(
    () => null,
    error => {
      if (error instanceof Failure) return error.text
      throw error
    },
  )
  const at = parts.clock.now()
  parts.asked.set(id, { at, problem })
  return page.seeOther(pathOf(id, { asked: String(at) }))
}

export function ChargePage(visit: Visit) {
  const { page, parts } = visit
  const payment = chargeOf(visit)
  const last = parts.asked.get(payment.id)
  const asked = last && page.query('asked') === String(last.at) ? last : undefined
  const end = endOf(payment, asked, page.now)
  const other = groupsOf(parts.counter.day, page.now).recent.find(({ id }) => id !== payment.id)
  return (
    <Frame visit={visit} title={nameOf(payment)} keys={[['v', texts.ask()]]}>
      {other && (
        <p class="notice off" id="other">
          {texts.otherPaid(
            timeOf(other.paidAt ?? other.createdAt, page.now),
            `${nameOf(other)} …${other.id.slice(-4)}`,
          )}
        </p>
      )}
      {end ? <Ended {...{ visit, payment, end }} /> : <Waiting {...visit} payment={payment} />}
    </Frame>
  )
}

function chargeOf({ page, parts }: Visit): Payment {
  const id = page.param('id')
  const payment = parts.counter.day.charges.get(id)
  if (payment) return payment
  const command = parts.commandText(suggest('charges get', { args: [id] }))
  throw new PageError(404, texts.notHere(), `${texts.howToSee()} ${command}`)
}

const timeOf = (at: string | number, now: number) => timeOfDay(new Date(at).toISOString(), now)

interface End {
  tone: StatusTone
  word: string
  text: string
}

/** What stands in large letters; null while the charge is to be paid and nobody has asked. PAID is only what the service calls so. */
function endOf(payment: Payment, asked: Asked | undefined, now: number): End | null {
  const { status, paidAt } = payment
  if (status === 'PAID') {
    const say = isPaidLate(payment) ? texts.paidLateAt : texts.paidAtTime
    return { tone: 'good', word: texts.PAID(), text: paidAt === null ? '' : say(timeOf(paidAt, now)) }
  }
  if (asked?.problem) {
    const text = `${texts.noAnswer(timeOf(asked.at, now))} ${sentence(localized(asked.problem))}`
    return { tone: 'warn', word: texts.NOT_KNOWN(), text }
  }
  const text = asked ? texts.saysNow(timeOf(asked.at, now)) : ''
  if (status === 'EXPIRED')
    return { tone: 'off', word: texts.EXPIRED(), text: `${texts.mayStillBePaid()} ${text}` }
  if (status === 'FAILED') return { tone: 'off', word: texts.FAILED(), text }
  return asked ? { tone: 'bad', word: texts.NOT_PAID(), text } : null
}

function Ended({ visit: { page }, payment, end }: { visit: Visit; payment: Payment; end: End }) {
  const { id, status } = payment
  return (
    <Verdict {...end}>
      <p class="price">
        <Amount reais={payment.amount} />
      </p>
      <p>{payment.description}</p>
      <p>{end.text}</p>
      <div class="actions">
        {status !== 'PAID' && <Ask {...{ page, id }} />}
        {isOpen(payment) && (
          <a class="button plain" href={pathOf(id)}>
            {texts.toCode()}
          </a>
        )}
        <BackLink />
      </div>
    </Verdict>
  )
}

function Waiting({ payment, ...visit }: Visit & { payment: Payment }) {
  const { id, amount, description, pixCode } = payment
  return (
    <div class="pay">
      {pixCode === null ? (
        <Empty title={texts.noCodeYet()} />
      ) : (
        <QrCode text={pixCode} alt={texts.qrCode()} />
      )}
      <div class="stack">
        <BackLink />
        <h1 class="price">
          <Amount reais={amount} />
        </h1>
        {description && <p class="lead">{description}</p>}
        <p class="left">
          <Moment {...visit} payment={payment} />
        </p>
        <Ask page={visit.page} id={id} />
        <a class="button plain" href={visit.parts.customers.pathOf(id)} target="pixctl-customer">
          {texts.customerPage()}
        </a>
        {pixCode !== null && <CopyLine text={pixCode} what={texts.thePixCode()} />}
        <p class="hint">{id}</p>
      </div>
    </div>
  )
}

function Ask({ page, id }: { page: Visit['page']; id: string }) {
  return (
    <ActionButton page={page} action={`${pathOf(id)}/ask`} tone="main" hotkey="v">
      {texts.ask()}
    </ActionButton>
  )
}

function BackLink() {
  return (
    <a class="button plain" href="/" data-hotkey="Escape">
      {texts.toCounter()} <Keycap>Esc</Keycap>
    </a>
  )
}

/** A word that is read from three metres. */
export function Verdict({ tone, word, children }: Omit<End, 'text'> & { children?: Child }) {
  return (
    <div class={`verdict ${tone}`} data-announce={word}>
      <h1 class={word.length > 6 ? 'long' : undefined}>{word}</h1>
      {children}
    </div>
  )
}
