/** A bank statement in OFX 1.0.2, for accounting programs (docs/decisions/command-line.md#ofx). */

import { createHash } from 'node:crypto'
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

/** The lengths that OFX allows; the memo needs some of its 255 characters for the time, and that of a fee for its name. */
const MOST = { account: 22, id: 250, memo: 230 }

/**
 * The file: a credit for each charge, and a debit for its fee. The same charges make the same file: they are sorted by
 * the time of payment, then by id, because the service's list may have another order each time.
 *
 * @param account its name
 */
export function ofxStatement(account: string, { from, before }: Bounds, paid: PaidCharge[]): string {
  const total = noSums()
  for (const { sums } of paid) addSums(total, sums)
  const end = noonOf(before - 1)
  return [
    opening(name(account, MOST.account), noonOf(from), end),
    ...paid.sort((a, b) => a.paidMs - b.paidMs || (a.id < b.id ? -1 : 1)).map(transactions),
    closing(toDecimal(total.netAmount), end),
  ].join('')
}

function transactions(charge: PaidCharge): string {
  const { amount, fee } = charge.sums
  const [id, posted] = [name(charge.id, MOST.id), noonOf(charge.paidMs)]
  const time = isoLocal(charge.paidMs).slice('2026-11-20T'.length, '2026-11-20T14:03:22'.length)
  const memo = `${plain(charge.description ?? '', MOST.memo) || ofxTexts.payment} (${time})`
  const credit = transaction('CREDIT', posted, toDecimal(amount), id, ofxTexts.payment, memo)
  if (fee === 0) return credit
  const owed = toDecimal(centavos(-fee))
  return credit + transaction('DEBIT', posted, owed, `${id}-fee`, ofxTexts.fee, `${ofxTexts.fee}: ${memo}`)
}

/** 12:00 on the local day, with its distance from UTC: some programs turn it into UTC, and some read only the day. */
function noonOf(ms: number): string {
  const noon = new Date(new Date(ms).setHours(12, 0, 0, 0))
  const hours = -noon.getTimezoneOffset() / 60
  const digits = isoLocal(noon.getTime()).slice(0, '2026-11-20T12:00:00'.length).replace(/\D/g, '')
  return `${digits}[${hours}:${hours === -3 ? 'BRT' : 'GMT'}]`
}

/** A name of at most that length. One that is cut ends with its hash, so that two stay different. */
function name(text: string, most: number): string {
  if (text.length <= most) return plain(text, most)
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8)
  return `${plain(text, most - hash.length - 1)}-${hash}`
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
