/** One charge: its state, amounts and times, the Pix code to pay it, its deliveries. */

import { isPaidLate } from '#contract/states.ts'
import { Copyable } from '#web/components/command-line.tsx'
import { Empty } from '#web/components/empty.tsx'
import { Fields } from '#web/components/fields.tsx'
import { ActionButton } from '#web/components/form.tsx'
import { Columns, PageHeader, Panel } from '#web/components/header.tsx'
import { PixCode } from '#web/components/pix-code.tsx'
import { ChargeStatus } from '#web/components/status.tsx'
import { Countdown, Money, Time } from '#web/components/value.tsx'
import type { Answer } from '#web/page.ts'
import * as operations from '../../../control/operations.ts'
import { MOVES, type Move, TRANSITIONS } from '../../../core/choices.ts'
import { Refusal } from '../../../core/errors.ts'
import { type Charge, toPayment } from '../../../core/payments.ts'
import { findDeliveries } from '../../../webhooks/delivery-list.ts'
import { Frame, pathOf, type Visit } from '../frame.tsx'
import { texts as shared } from '../texts.ts'
import { DeliveryTable } from '../webhooks/delivery-table.tsx'
import { texts } from './texts.ts'

/** Whether the service allows it in this state. */
export function isPossible(move: Move, { status }: Charge): boolean {
  return TRANSITIONS[move].from.some(state => state === status)
}

export function ChargePage(visit: Visit) {
  const { page, store, service, database } = visit
  const charge = service.get(store.id, page.param('id'))
  const deliveries = findDeliveries(database, store.id, { payment: charge.id })
  return (
    <Frame
      visit={visit}
      title={texts.chargeOf(charge.id)}
      section="charges"
      keys={isPossible('pay', charge) ? [['p', texts.pay()]] : []}
    >
      <PageHeader
        title={<Money amount={charge.amount} />}
        badge={<ChargeStatus charge={toPayment(charge)} />}
        lead={charge.description || texts.noDescription()}
        back={{ label: shared.charges(), href: pathOf(store, 'charges') }}
        actions={<Moves {...{ visit, charge }} section="charges" pay={texts.pay()} />}
      />
      <p class="hidden" data-announce={texts.chargeIs(charge.status)} />
      <Columns aside={<CodePanel {...{ visit, charge }} />} asideFirst={isPossible('pay', charge)}>
        <ChargeFacts charge={charge} />
        <Panel title={texts.deliveries()} flush>
          {deliveries.length > 0 ? (
            <DeliveryTable visit={visit} deliveries={deliveries} ofCharge />
          ) : (
            <Empty
              title={texts.noDelivery()}
              text={
                <>
                  {texts.noEndpoint()} <a href={pathOf(store, 'webhooks')}>{texts.registerOne()}</a>{' '}
                  {texts.toGetNext()}
                </>
              }
            />
          )}
        </Panel>
      </Columns>
    </Frame>
  )
}

interface MovesProps {
  visit: Visit
  charge: Charge
  /** Whose page it is: the store's or the payer's. */
  section: 'charges' | 'pay'
  /** What the button to pay says, unless it is late. */
  pay: string
}

/** The buttons for what can become of a charge. */
export function Moves({ visit: { page, store }, charge, section, pay }: MovesProps) {
  const labels: Record<Move, string> = {
    pay: charge.status === 'EXPIRED' ? texts.payLate() : pay,
    expire: texts.letItExpire(),
    fail: texts.letItFail(),
  }
  return (
    <>
      {MOVES.filter(move => isPossible(move, charge)).map(move => (
        <ActionButton
          page={page}
          action={`${pathOf(store, section, charge.id)}/${move}`}
          tone={move === 'pay' && section === 'pay' ? 'main' : 'plain'}
          {...(move === 'pay' ? { hotkey: 'p' } : {})}
        >
          {labels[move]}
        </ActionButton>
      ))}
    </>
  )
}

const END_LABELS: Partial<Record<Charge['status'], () => string>> = {
  PENDING: texts.payableUntil,
  EXPIRED: texts.expiredAt,
}

function ChargeFacts({ charge }: { charge: Charge }) {
  const { expiresAt, paidAt, status } = charge
  return (
    <Panel title={shared.details()}>
      <Fields
        fields={[
          [shared.id(), <Copyable text={charge.id} what={shared.theId()} />],
          [texts.requested(), <Money amount={charge.requestedAmount} />],
          [texts.fee(), <Money amount={charge.fee} />],
          [texts.feePaidBy(), charge.passFee ? texts.theCustomer() : texts.theStore()],
          [texts.customerPays(), <Money amount={charge.amount} />],
          [texts.storeGets(), <Money amount={charge.netAmount} />],
          [texts.created(), <Time at={charge.createdAt} />],
          [(END_LABELS[status] ?? texts.wasPayableUntil)(), expiresAt && <Time at={expiresAt} />],
          [
            isPaidLate(toPayment(charge)) ? texts.paidLateAt() : texts.paidAt(),
            paidAt && <Time at={paidAt} />,
          ],
          [texts.requestKey(), <code title="Idempotency-Key">{charge.idempotencyKey}</code>],
        ]}
      />
    </Panel>
  )
}

function CodePanel({ visit: { page, store }, charge }: { visit: Visit; charge: Charge }) {
  const { id, pixCode, status, expiresAt } = charge
  if (pixCode === null || !isPossible('pay', charge)) {
    const [title, text] = pixCode
      ? [status === 'PAID' ? texts.wasPaid() : texts.notPayable(), texts.noBankTakesIt(status)]
      : [texts.noCodeYet(), texts.codeComes()]
    return (
      <Panel title={texts.pixCode()}>
        <Empty title={title} text={text} />
      </Panel>
    )
  }
  return (
    <Panel
      title={texts.pixCode()}
      actions={
        status === 'PENDING' &&
        expiresAt && (
          <span class="hint">
            {shared.timeLeft()} <Countdown to={expiresAt} now={page.now} />
          </span>
        )
      }
    >
      <PixCode code={pixCode} />
      <a class="button" href={pathOf(store, 'pay', id)} target="pixctl-payer">
        {texts.openPayer()}
      </a>
      <p class="hint">{texts.anotherWindow()}</p>
    </Panel>
  )
}

/** `path` is the page that has the button. */
export function moveCharge(visit: Visit, move: Move, path: string): Answer {
  const { page, store, service } = visit
  const id = page.param('id')
  try {
    const { changed } = operations.move(visit, store, id, move)
    if (!changed) page.notice('warning', texts.already(move))
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'state_conflict') throw error
    page.notice('error', texts.notPossible(move, service.get(store.id, id).status))
  }
  return page.seeOther(path)
}
