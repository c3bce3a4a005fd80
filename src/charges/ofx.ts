/** A bank statement in OFX 1.0.2, for accounting programs (docs/decisions/command-line.md#ofx). */

import type { Payment } from '#contract/generated/types.ts'
import { centavos, toDecimal } from '#contract/money.ts'
import { isoLocal } from '#lib/local-time.ts'
import type { Bounds } from './periods.ts'
import { ofxTexts } from './texts.ts'
import { addCharge, addSums, checkNet, noSums, type Sums } from './totals.ts'

/** What the statement has of a PAID charge. */
export interface PaidCharge extends Pick<Payment, 'id' | 'description'> {
  paidMs: number
  sums: Sums
}

/**
 * Failure (service) if the charge's amounts aren't whole centavos, or its fee doesn't lead from `amount` to `netAmount`.
 *
 * @param charge with a time of payment
 */
export function paidCharge(charge: Payment): PaidCharge {
  const { id, description, paidAt } = charge
  const sums = noSums()
  addCharge(sums, charge)
  checkNet(sums, id)
  return { id, description, paidMs: Date.parse(`${paidAt}`), sums }
}

/** So many charges are written at once. */
const PORTION = 100

/** By the time of payment, then by id, because the service's list may have another order each time; in portions. */
export function* inOrder(charges: PaidCharge[]): Generator<PaidCharge[]> {
  charges.sort((a, b) => a.paidMs - b.paidMs || (a.id < b.id ? -1 : 1))
  for (let start = 0; start < charges.length; start += PORTION) yield charges.slice(start, start + PORTION)
}

/** The lengths that OFX allows; the memo of a fee needs some of its 255 characters for its name. */
const MOST = { account: 22, id: 250, memo: 240 }

/**
 * The file in parts: a credit for each charge, and a debit for its fee. The same charges make the same file. Nothing
 * comes before the first charges, so that their failure leaves no file.
 *
 * @param account its name
 * @param paid in the order of {@link inOrder}
 */
export async function* ofxStatement(
  account: string,
  { from, before }: Bounds,
  paid: AsyncIterable<readonly PaidCharge[]>,
): AsyncGenerator<string> {
  const total = noSums()
  const end = time(before - 1)
  let text = opening(plain(account, MOST.account), time(from), end)
  for await (const charges of paid) {
    for (const charge of charges) {
      addSums(total, charge.sums)
      text += transactions(charge)
    }
    yield text
    text = ''
  }
  yield text + closing(toDecimal(total.netAmount), end)
}

function transactions(charge: PaidCharge): string {
  const { amount, fee } = charge.sums
  const [id, posted] = [plain(charge.id, MOST.id), time(charge.paidMs)]
  const memo = plain(charge.description ?? '', MOST.memo) || ofxTexts.payment
  const credit = transaction('CREDIT', posted, toDecimal(amount), id, ofxTexts.payment, memo)
  if (fee === 0) return credit
  const owed = toDecimal(centavos(-fee))
  return credit + transaction('DEBIT', posted, owed, `${id}-fee`, ofxTexts.fee, `${ofxTexts.fee}: ${memo}`)
}

/** The local time, with its distance from UTC: some programs read only the day. */
function time(ms: number): string {
  const seconds = Math.floor(ms / 1000) * 1000
  const hours = -new Date(seconds).getTimezoneOffset() / 60
  const digits = isoLocal(seconds).slice(0, '2026-11-20T00:00:00'.length).replace(/\D/g, '')
  return `${digits}[${hours}:${hours === -3 ? 'BRT' : 'GMT'}]`
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Text from outside as ASCII, which programs read alike whatever encoding they expect: `Açaí` is `Acai`, others are `?`. */
function plain(text: string, most: number): string {
  const letters = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/\p{Pd}/gu, '-')
  const ascii = letters.replace(/[\s\p{Cc}]+/gu, ' ').replace(/[^ -~]/gu, '?')
  return ascii
    .trim()
    .slice(0, most)
    .replace(/[&<>]/g, character => ENTITIES[character]!)
}

/** A line for each element, as programs that read lines expect. */
const lines = (text: string) => text.replaceAll('\n', '\r\n')

const opening = (account: string, start: string, end: string) =>
  lines(`OFXHEADER:100
DATA:OFXSGML
VERSION:102
SECURITY:NONE
ENCODING:USASCII
CHARSET:1252
COMPRESSION:NONE
OLDFILEUID:NONE
NEWFILEUID:NONE

<OFX>
<SIGNONMSGSRSV1>
<SONRS>
<STATUS>
<CODE>0</CODE>
<SEVERITY>INFO</SEVERITY>
</STATUS>
<DTSERVER>${end}</DTSERVER>
<LANGUAGE>POR</LANGUAGE>
</SONRS>
</SIGNONMSGSRSV1>
<BANKMSGSRSV1>
<STMTTRNRS>
<TRNUID>0</TRNUID>
<STATUS>
<CODE>0</CODE>
<SEVERITY>INFO</SEVERITY>
</STATUS>
<STMTRS>
<CURDEF>BRL</CURDEF>
<BANKACCTFROM>
<BANKID>000</BANKID>
<ACCTID>${account}</ACCTID>
<ACCTTYPE>CHECKING</ACCTTYPE>
</BANKACCTFROM>
<BANKTRANLIST>
<DTSTART>${start}</DTSTART>
<DTEND>${end}</DTEND>
`)

const transaction = (type: string, posted: string, amount: string, id: string, name: string, memo: string) =>
  lines(`<STMTTRN>
<TRNTYPE>${type}</TRNTYPE>
<DTPOSTED>${posted}</DTPOSTED>
<TRNAMT>${amount}</TRNAMT>
<FITID>${id}</FITID>
<NAME>${name}</NAME>
<MEMO>${memo}</MEMO>
</STMTTRN>
`)

/** OFX demands a balance. The service tells none of a past day, so it is that of the statement, which begins with 0. */
const closing = (balance: string, end: string) =>
  lines(`</BANKTRANLIST>
<LEDGERBAL>
<BALAMT>${balance}</BALAMT>
<DTASOF>${end}</DTASOF>
</LEDGERBAL>
</STMTRS>
</STMTTRNRS>
</BANKMSGSRSV1>
</OFX>
`)
