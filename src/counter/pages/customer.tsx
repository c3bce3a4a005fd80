/** The customer's side: the QR code and the amount of what is to be paid now, or the shop's name, and nothing else. */

import { isSecret } from '#lib/secret.ts'
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
  const isKnown = isSecret(token, parts.customers.token)
  const html = (
    <Document product={product} title={texts.payWithPix()} class="bare">
      <main class="customer">
        <div id="page" data-live>
          {isKnown ? <Shown {...{ parts, now }} /> : <h1>{texts.askAtCounter()}</h1>}
        </div>
        {/* How the counter is started again is nothing for a customer. */}
        <LiveState page={{ version, whenAway: '' }} stream={`/customer/${token}/live`} />
      </main>
      <p class="hidden" role="status" id="announcer" />
    </Document>
  )
  return isKnown ? html : { status: 404, html }
}

function Shown({ parts, now }: { parts: CounterParts; now: number }) {
  const { day } = parts.counter
  const payment = parts.customers.shown(day, now)
  const price = payment && (
    <p class="price">
      <Amount reais={payment.amount} />
    </p>
  )
  if (payment?.status === 'PAID')
    return (
      <Verdict tone="good" word={texts.paid()}>
        {price}
      </Verdict>
    )
  const isOver = payment?.status === 'PENDING' && leftOf(payment, day, now) <= 0
  return (
    <>
      <Contact {...{ parts, now }} isPublic />
      {!payment && parts.shop !== '' && <p class="shop">{parts.shop}</p>}
      <h1>{isOver ? texts.askAtCounter() : payment ? texts.payWithPix() : texts.payHere()}</h1>
      {price}
      {!isOver && payment?.pixCode && <QrCode text={payment.pixCode} />}
    </>
  )
}
