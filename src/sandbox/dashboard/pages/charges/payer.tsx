/** What the payer sees: a bank that asks to confirm a Pix. It is opened in another window beside the store's. */

import { toBRL } from '#contract/money.ts'
import { Document } from '#web/components/document.tsx'
import { Fields } from '#web/components/fields.tsx'
import { LanguageSwitch } from '#web/components/language-switch.tsx'
import { NoticeBox } from '#web/components/notice.tsx'
import { LiveState } from '#web/components/shell.tsx'
import { Countdown, Money } from '#web/components/value.tsx'
import { MERCHANT_NAME } from '../../../core/choices.ts'
import { pathOf, type Visit } from '../frame.tsx'
import { texts as shared } from '../texts.ts'
import { isPossible, Moves } from './charge.tsx'
import { texts } from './texts.ts'

export function Payer(visit: Visit) {
  const { page, store, service } = visit
  const charge = service.get(store.id, page.param('id'))
  const { status, description, expiresAt } = charge
  const amount = toBRL(charge.amount)
  const { notices } = page.shownOnce()
  return (
    <Document title={texts.payTitle(amount)} product={page.product} class="bare">
      <main class="card" id="main" tabindex={-1}>
        {notices.map(notice => (
          <NoticeBox {...notice} />
        ))}
        <div id="page" data-live>
          <p class="hint">
            {texts.bank()}. {texts.noMoney()}.
          </p>
          <h1 data-announce={texts.chargeIs(status)}>{texts.payerTitle[status]()}</h1>
          <p>
            <strong>
              <Money amount={charge.amount} />
            </strong>{' '}
            {texts.to()} {MERCHANT_NAME}
          </p>
          {!isPossible('pay', charge) && <p>{texts.chargeIs(status)}.</p>}
          <Fields
            fields={[
              [texts.description(), description || null],
              [texts.store(), store.name],
              [
                shared.timeLeft(),
                status === 'PENDING' && expiresAt ? <Countdown to={expiresAt} now={page.now} /> : null,
              ],
            ]}
          />
          <div class="actions">
            <Moves {...{ visit, charge }} section="pay" pay={texts.payTitle(amount)} />
          </div>
        </div>
        <a href={pathOf(store, 'charges', charge.id)}>{texts.inDashboard()}</a>
        <LiveState page={page} />
        {!page.isPosted && <LanguageSwitch to={page.path} />}
        <p class="hidden" role="status" id="announcer" />
      </main>
    </Document>
  )
}
