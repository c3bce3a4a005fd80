/** The customer's side: the QR code and the amount of one charge, and nothing else. */

import { Document } from '#web/components/document.tsx'
import { QrCode } from '#web/components/pix-code.tsx'
import { LiveState } from '#web/components/shell.tsx'
import { Amount } from '#web/components/value.tsx'
import type { Answer, Html, OpenPage } from '#web/page.ts'
import type { CounterParts } from '../serve.ts'
import { Verdict } from './charge.tsx'
import { leftOf } from './charge-list.tsx'
import { Contact } from './frame.tsx'
import { texts } from './texts.ts'

export function Customer({ now, version, product, param }: OpenPage, parts: CounterParts): Html | Answer {
  const token = param('token')
  const { day } = parts.counter
  const payment = day.charges.get(parts.customers.find(token) ?? '')
  const isPayable = payment?.status === 'PENDING' && leftOf(payment, day, now) > 0
  const price = payment && (
    <p class="price">
      <Amount reais={payment.amount} />
    </p>
  )
  const html = (
    <Document product={product} title={texts.payWithPix()} class="bare" refresh>
      <main class="customer">
        <div id="page" data-live>
          {payment?.status === 'PAID' ? (
            <Verdict tone="good" word={texts.paid()}>
              {price}
            </Verdict>
          ) : (
            <>
              <Contact {...{ parts, now }} isPublic />
              <h1>{isPayable ? texts.payWithPix() : texts.askAtCounter()}</h1>
              {price}
              {isPayable && payment.pixCode !== null && <QrCode text={payment.pixCode} />}
            </>
          )}
        </div>
        {/* How the counter is started again is nothing for a customer. */}
        <LiveState page={{ version, whenAway: '' }} stream={`/customer/${token}/live`} />
      </main>
      <p class="hidden" role="status" id="announcer" />
    </Document>
  )
  return payment ? html : { status: 404, html }
}
