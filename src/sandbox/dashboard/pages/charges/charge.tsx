/** One charge: its state, amounts and times, the Pix code to pay it, its events and deliveries. */

import { Copyable, CopyButton } from '../../../../web/components/command-line.tsx'
import { Empty } from '../../../../web/components/empty.tsx'
import { ActionButton } from '../../../../web/components/form.tsx'
import { Columns, PageHeader, Panel } from '../../../../web/components/header.tsx'
import { Status } from '../../../../web/components/status.tsx'
import { Money, Time } from '../../../../web/components/value.tsx'
import { type Answer, PageError } from '../../../../web/page.ts'
import { TRANSITIONS } from '../../../core/choices.ts'
import type { Charge } from '../../../core/payments.ts'
import { qrCodeDataUrl } from '../../../core/qr-code.ts'
import { ServiceError } from '../../../rest/errors.ts'
import { deliveriesAbout } from '../../data/deliveries.ts'
import { eventsOf } from '../../data/events.ts'
import { DeliveriesOfCharge } from '../webhooks/delivery-table.tsx'
import { EventsOfCharge } from '../events.tsx'
import { Frame, pathOf, type Visit } from '../frame.tsx'
import { sentence } from '../problems.ts'
import { Facts } from '../view.tsx'

export type Move = keyof typeof TRANSITIONS

/** Whether the service allows it in this state. */
export function isPossible(move: Move, { status }: Charge): boolean {
  return TRANSITIONS[move].from.some(each => each === status)
}

export function ChargePage(visit: Visit) {
  const { page, store, service, database } = visit
  const charge = service.get(store.id, page.param('id'))
  const deliveries = deliveriesAbout(database, store.id, charge.id)
  return (
    <Frame
      visit={visit}
      title={`Charge ${charge.id}`}
      section="Charges"
      keys={isPossible('pay', charge) ? [['p', 'Pay']] : []}
    >
      <PageHeader
        title={<Money amount={charge.amount} />}
        badge={<Status word={charge.status} />}
        lead={charge.description || 'No description'}
        back={{ label: 'Charges', href: pathOf(store, 'charges') }}
        actions={<Moves {...{ visit, charge }} />}
      />
      <p class="hidden" data-announce={`The charge is ${charge.status}`} />
      <Columns aside={<PixCode {...{ visit, charge }} />}>
        <ChargeFacts charge={charge} />
        <Panel title="Events" flush>
          <EventsOfCharge events={eventsOf(database, store.id, charge.id)} />
        </Panel>
        <Panel title="Webhook deliveries" flush>
          {deliveries.length > 0 ? (
            <DeliveriesOfCharge visit={visit} deliveries={deliveries} />
          ) : (
            <Empty
              title="No delivery"
              text={
                <>
                  No endpoint took these events. <a href={pathOf(store, 'webhooks')}>Register an endpoint</a>{' '}
                  to get the next ones.
                </>
              }
            />
          )}
        </Panel>
      </Columns>
    </Frame>
  )
}

/** What the payer, the time or the bank does with a charge. */
function Moves({ visit: { page, store }, charge }: { visit: Visit; charge: Charge }) {
  const path = pathOf(store, 'charges', charge.id)
  return (
    <>
      {isPossible('pay', charge) && (
        <ActionButton page={page} action={`${path}/pay`} hotkey="p">
          {charge.status === 'EXPIRED' ? 'Pay late' : 'Pay'}
        </ActionButton>
      )}
      {isPossible('expire', charge) && (
        <ActionButton page={page} action={`${path}/expire`}>
          Let expire
        </ActionButton>
      )}
      {isPossible('fail', charge) && (
        <ActionButton page={page} action={`${path}/fail`}>
          Let fail
        </ActionButton>
      )}
    </>
  )
}

const END_LABELS: Partial<Record<Charge['status'], string>> = {
  PENDING: 'Can be paid until',
  EXPIRED: 'Expired',
}

function ChargeFacts({ charge }: { charge: Charge }) {
  const { expiresAt, paidAt, status } = charge
  const isLate = paidAt !== null && expiresAt !== null && paidAt > expiresAt
  return (
    <Panel title="Details">
      <Facts
        facts={[
          ['Id', <Copyable text={charge.id} what="the id" />],
          ['Requested', <Money amount={charge.requestedAmount} />],
          ['Fee', <Money amount={charge.fee} />],
          ['Fee paid by', charge.passFee ? 'the customer' : 'the store'],
          ['Customer pays', <Money amount={charge.amount} />],
          ['Store gets', <Money amount={charge.netAmount} />],
          ['Created', <Time at={charge.createdAt} />],
          [END_LABELS[status] ?? 'Could be paid until', expiresAt && <Time at={expiresAt} />],
          [isLate ? 'Paid late' : 'Paid', paidAt && <Time at={paidAt} />],
          ['Idempotency-Key', <code>{charge.idempotencyKey}</code>],
        ]}
      />
    </Panel>
  )
}

async function PixCode({ visit: { store }, charge }: { visit: Visit; charge: Charge }) {
  const { id, pixCode, status } = charge
  if (pixCode === null) {
    return (
      <Panel title="Pix code">
        <Empty title="Not there yet" text="The code comes when the charge is PENDING." />
      </Panel>
    )
  }
  if (!isPossible('pay', charge)) {
    return (
      <Panel title="Pix code">
        <Empty title="No longer payable" text={`The charge is ${status}, so no bank takes its code.`} />
      </Panel>
    )
  }
  return (
    <Panel title="Pix code">
      <img class="qr" src={await qrCodeDataUrl(pixCode)} alt={`QR code of the charge ${id}`} />
      <p class="command">
        <code>{pixCode}</code>
        <CopyButton text={pixCode} what="the Pix code" />
      </p>
      <a class="button" href={pathOf(store, 'pay', id)} target="pixctl-payer">
        Open the payer’s page
      </a>
      <p class="hint">A bank’s app in another window. No money moves.</p>
    </Panel>
  )
}

/**
 * Carries out a button of a charge, as the JSON call does.
 *
 * @param path the page that has the button
 */
export function moveCharge({ page, store, service }: Visit, move: Move, path: string): Answer {
  try {
    const { charge, changed } = service[move](store.id, page.param('id'))
    if (!changed) page.notice('warning', `The charge was ${charge.status} already: nothing has changed.`)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    if (error.status === 404) throw new PageError(404, 'Not found', sentence(error.message))
    if (error.status !== 409) throw error
    page.notice('error', sentence(error.message))
  }
  return page.seeOther(path)
}
