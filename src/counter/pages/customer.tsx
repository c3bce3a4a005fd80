/** The customer's side: the QR code and the amount of one charge, and nothing else. */

import { leftMs } from '#charges/waiting/expiry.ts'
import type { Payment } from '#contract/generated/types.ts'
import { Document } from '#web/components/document.tsx'
import { QrCode } from '#web/components/pix-code.tsx'
import { LiveState } from '#web/components/shell.tsx'
import { Amount } from '#web/components/value.tsx'
import type { Answer, Html, OpenPage } from '#web/page.ts'
import type { Parts } from '../serve.ts'
import { Verdict } from './charge.tsx'
import { nameOf } from './charge-list.tsx'
import { Contact } from './frame.tsx'
import { texts } from './texts.ts'

export function Customer(page: OpenPage, parts: Parts): Html | Answer {
  const token = page.param('token')
  const { charges } = parts.counter.day
  const payment = charges.get(parts.customers.find(token) ?? '')
  const title = payment ? nameOf({ ...payment, description: null }) : texts.askAtCounter()
  const html = (
    <Document {...{ assets: page.assets, title, product: page.product }} class="customer" refresh>
      <main id="page" data-live>
        {payment?.status !== 'PAID' && <Contact {...{ parts, now: page.now }} />}
        {payment ? <Shown {...{ parts, payment, now: page.now }} /> : <h1>{texts.askAtCounter()}</h1>}
      </main>
      {/* How the counter is started again is nothing for a customer. */}
      <LiveState page={{ version: page.version, openCommand: '' }} stream={`/customer/${token}/live`} />
      <p class="hidden" role="status" id="announcer" />
    </Document>
  )
  return payment ? html : { status: 404, html }
}

function Shown({ parts, payment, now }: { parts: Parts; payment: Payment; now: number }) {
  const { status, amount, pixCode } = payment
  const price = (
    <p class="price">
      <Amount reais={amount} />
    </p>
  )
  if (status === 'PAID') {
    return (
      <Verdict tone="good" word={texts.paid()}>
        {price}
      </Verdict>
    )
  }
  const left = leftMs(payment, now + (parts.counter.day.hearing?.serviceAheadMs ?? 0))
  const isPayable = status === 'PENDING' && pixCode !== null && left > 0
  return (
    <>
      <h1>{isPayable ? texts.payWithPix() : texts.askAtCounter()}</h1>
      {price}
      {isPayable && <QrCode text={pixCode} alt={texts.qrCode()} />}
    </>
  )
}
