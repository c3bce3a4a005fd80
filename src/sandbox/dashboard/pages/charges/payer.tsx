/** What the payer sees: a bank's app that asks to confirm a Pix. It is opened in another window beside the store's. */

import { toBRL } from '#contract/money.ts'
import { Document } from '#web/components/document.tsx'
import { Fields } from '#web/components/fields.tsx'
import { LanguageSwitch } from '#web/components/language-switch.tsx'
import { NoticeBox } from '#web/components/notice.tsx'
import { PixCode } from '#web/components/pix-code.tsx'
import { LiveState } from '#web/components/shell.tsx'
import { Countdown, Money, Time } from '#web/components/value.tsx'
import { MERCHANT_NAME } from '../../../core/choices.ts'
import type { Charge } from '../../../core/payments.ts'
import { pathOf, type Visit } from '../frame.tsx'
import { texts as shared } from '../texts.ts'
import { Moves } from './charge.tsx'
import { texts } from './texts.ts'

export function Payer(visit: Visit) {
  const { page, store, service } = visit
  const charge = service.get(store.id, page.param('id'))
  const { notices } = page.shownOnce()
  return (
    <Document
      assets={page.assets}
      title={texts.payTitle(toBRL(charge.amount))}
      product={page.product}
      class="payer"
    >
      <main id="main" tabindex={-1}>
        {notices.map(notice => (
          <NoticeBox {...notice} />
        ))}
        <div class={`phone ${charge.status.toLowerCase()}`} id="page" data-live>
          <p class="bank">
            {texts.bank()} <span class="hint">{texts.noMoney()}</span>
          </p>
          <p class="hidden" data-announce={texts.chargeIs(charge.status)} />
          {charge.status in ENDS ? <Ended charge={charge} /> : <Confirm {...{ visit, charge }} />}
        </div>
        <p class="payer-end">
          <a href={pathOf(store, 'charges', charge.id)}>{texts.inDashboard()}</a>
          <LiveState page={page} />
        </p>
        {!page.isPosted && <LanguageSwitch to={page.path} />}
        <p class="hidden" role="status" id="announcer" />
      </main>
    </Document>
  )
}

/** How each status that can't be paid is shown. */
const ENDS: Partial<Record<Charge['status'], { tone: string; mark: string; title: () => string }>> = {
  PAID: { tone: 'good', mark: '✓', title: texts.pixSent },
  FAILED: { tone: 'bad', mark: '✕', title: texts.paymentFailed },
  CREATING: { tone: 'off', mark: '…', title: texts.notPayableYet },
}

function Confirm({ visit, charge }: { visit: Visit; charge: Charge }) {
  const { page, store } = visit
  const { pixCode, expiresAt, status } = charge
  const isLate = status === 'EXPIRED'
  return (
    <>
      <div class="payer-head">
        <p class="hint">{isLate ? texts.hasExpired() : texts.youArePaying()}</p>
        <h1>
          <Money amount={charge.amount} />
        </h1>
        <p>
          {texts.to()} <strong>{MERCHANT_NAME}</strong>
        </p>
      </div>
      <Fields
        fields={[
          [texts.description(), charge.description || null],
          [texts.store(), store.name],
          [isLate ? texts.expired() : texts.payUntil(), expiresAt && <Time at={expiresAt} />],
          [shared.timeLeft(), isLate || !expiresAt ? null : <Countdown to={expiresAt} now={page.now} />],
        ]}
      />
      {pixCode && (
        <details>
          <summary>{texts.bothCodes()}</summary>
          <div class="stack">
            <PixCode code={pixCode} />
          </div>
        </details>
      )}
      <div class="payer-actions">
        <Moves {...{ visit, charge }} section="pay" pay={texts.payTitle(toBRL(charge.amount))} />
      </div>
    </>
  )
}

function Ended({ charge: { status, amount, paidAt } }: { charge: Charge }) {
  const { tone, mark, title } = ENDS[status]!
  return (
    <div class="payer-head ended">
      <p class={`mark ${tone}`} aria-hidden="true">
        {mark}
      </p>
      <h1>{title()}</h1>
      <p class="amount">
        <Money amount={amount} />
      </p>
      <p>
        {texts.to()} <strong>{MERCHANT_NAME}</strong>
      </p>
      <p class="hint">
        {texts.chargeIs(status)}
        {paidAt !== null && (
          <>
            {texts.since()}
            <Time at={paidAt} />
          </>
        )}
      </p>
    </div>
  )
}
