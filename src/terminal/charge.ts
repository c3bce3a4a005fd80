/** How charges are shown: as rows for a script, as a table and as labelled fields for a person. */

import type { ForeignPayment } from '#contract/charge.ts'
import type { Payment } from '#contract/generated/types.ts'
import { doubleOf } from '#contract/money.ts'
import { isPaidLate } from '#contract/states.ts'
import { escapeControls } from '#lib/escape.ts'
import { formatBrief, formatCountdown, formatLocal, minuteOfDay, timeOfToday } from '#lib/local-time.ts'
import { stateWord } from '#lib/state-words.ts'
import { decimalAmount, humanAmount } from './amount.ts'
import { type Csv, csvOf } from './csv.ts'
import { type Field, type FieldsOptions, formatFields } from './fields.ts'
import type { Paint, Style } from './style.ts'
import { type Column, formatTable, type TableOptions } from './table.ts'
import { texts } from './texts.ts'
import { tsvFields, tsvValue } from './tsv.ts'
import { wrap, wrapWords } from './width.ts'

/** The columns of `charges list`, in the order scripts rely on; CSV for programs adds `pixCode` at the end. */
export const CHARGE_COLUMNS = [
  'id',
  'status',
  'amount',
  'requestedAmount',
  'fee',
  'netAmount',
  'passFee',
  'validityMinutes',
  'description',
  'createdAt',
  'expiresAt',
  'paidAt',
] as const

/** `qrCode` is an image, so only the JSON contains it. */
const KNOWN_FIELDS: ReadonlySet<string> = new Set([...CHARGE_COLUMNS, 'currency', 'pixCode', 'qrCode'])
const AMOUNTS: ReadonlySet<string> = new Set(['amount', 'requestedAmount', 'fee', 'netAmount'])

/** A field as a script reads it: amounts have two decimals. */
function fieldText(name: string, value: unknown): string {
  return AMOUNTS.has(name) ? decimalAmount(value) : tsvValue(value)
}

/** One charge as a TSV row in the order of {@link CHARGE_COLUMNS}, ending with a line feed. */
export function chargeTsvRow(charge: Payment): string {
  return `${CHARGE_COLUMNS.map(name => fieldText(name, charge[name])).join('\t')}\n`
}

const csvColumns = ({ style }: Csv) =>
  style === 'rfc4180' ? ([...CHARGE_COLUMNS, 'pixCode'] as const) : CHARGE_COLUMNS

export function chargeCsvHeader(csv: Csv = csvOf()): string {
  return csv.header(csvColumns(csv))
}

/** One charge as a CSV record in the order of {@link chargeCsvHeader}. */
export function chargeCsvRow(charge: Payment, csv: Csv = csvOf()): string {
  return csv.row(csvColumns(csv).map(name => csvCell(csv, name, charge[name])))
}

/** A cell of a charge's column. */
export function csvCell(csv: Csv, name: string, value: unknown): string {
  if (typeof value === 'boolean') return csv.value(value)
  const text = typeof value === 'string' ? value : fieldText(name, value)
  if (AMOUNTS.has(name) || name === 'validityMinutes') return csv.decimal(text)
  if (name.endsWith('At')) return csv.time(text)
  return name === 'status' || name === 'outcome' ? csv.word(text) : csv.text(text)
}

/** One charge as `name<TAB>value` lines: the fields as the service sent them, amounts with two decimals. */
export function chargeTsvFields(charge: ForeignPayment): string {
  const fields = Object.entries(charge).filter(([name]) => name !== 'qrCode')
  return tsvFields(fields.map(([name, value]) => [name, AMOUNTS.has(name) ? decimalAmount(value) : value]))
}

/** The fields that aren't in docs/service.md: the service may add fields. */
function extraFields(charge: ForeignPayment): [name: string, value: unknown][] {
  return Object.entries(charge).filter(([name]) => !KNOWN_FIELDS.has(name))
}

const COLOURS = { CREATING: 'cyan', PENDING: 'yellow', PAID: 'green', EXPIRED: 'red', FAILED: 'red' } as const

export function statusPaint(status: Payment['status'], style: Style): Paint {
  return style[COLOURS[status]]
}

type Stated = Pick<Payment, 'status' | 'expiresAt' | 'paidAt'>

/** The word for its state, with the mark of a late payment. */
function shownState(charge: Stated): string {
  const word = stateWord(charge.status)
  return isPaidLate(charge) ? texts.late(word) : word
}

/** One charge as labelled fields for a person: local times, `R$ 1.234,56`. The QR image is left out. */
export function formatCharge(charge: ForeignPayment, options: FieldsOptions): string {
  const { style } = options
  const money = (amount: number) => humanAmount(amount, charge.currency)
  const extras = extraFields(charge).map(([label, value]): Field => ({ label, value: tsvValue(value) }))
  return formatFields(
    [
      { label: texts.charge(), value: charge.id, whole: true },
      {
        label: texts.status(),
        value: shownState(charge),
        paint: statusPaint(charge.status, style),
      },
      { label: texts.amount(), value: money(charge.amount), paint: style.bold },
      { label: texts.requested(), value: money(charge.requestedAmount) },
      { label: texts.fee(), value: texts.feeAnd(money(charge.fee), charge.passFee) },
      { label: texts.netAmount(), value: money(charge.netAmount) },
      { label: texts.description(), value: charge.description || '-' },
      { label: texts.validity(), value: validity(charge.validityMinutes) },
      { label: texts.created(), value: formatLocal(charge.createdAt) },
      { label: texts.expires(), value: charge.expiresAt === null ? '-' : formatLocal(charge.expiresAt) },
      { label: texts.paid(), value: charge.paidAt === null ? '-' : formatLocal(charge.paidAt) },
      ...extras,
      { label: texts.pixCode(), value: charge.pixCode ?? '-', whole: true },
    ],
    options,
  )
}

/** What the customer pays, and for what: `R$ 35,90: Açaí 500 ml`. Not escaped. */
export function whatIsPaid({ amount, currency, description }: ForeignPayment): string {
  return `${humanAmount(amount, currency)}${description ? `: ${description}` : ''}`
}

/** A charge by amount and description, as a part of a sentence: `R$ 35,90, Açaí 500 ml`. */
export function nameOf({ amount, currency, description }: ForeignPayment): string {
  return [humanAmount(amount, currency), description].filter(Boolean).join(', ')
}

/** The id of a new charge and its Pix code, for a person to copy. */
export function formatNewCharge({ id, pixCode }: ForeignPayment, options: FieldsOptions): string {
  return formatFields(
    [
      { label: texts.charge(), value: id, whole: true },
      { label: texts.pixCode(), value: pixCode ?? '-', whole: true },
    ],
    options,
  )
}

/** What is to be paid and by when, right above the QR code. `now` is the service's time, in milliseconds. */
export function formatToPay(charge: ForeignPayment, now: number, options: FieldsOptions): string {
  const { style, columns = Number.POSITIVE_INFINITY } = options
  const text = escapeControls(`${whatIsPaid(charge)}, ${untilWhen(charge, now)}`)
  const money = escapeControls(humanAmount(charge.amount, charge.currency))
  const lines = wrapWords(text, columns).join('\n')
  return `${style.bold(money)}${lines.slice(money.length)}\n`
}

/** What is to be paid, in lines beside the QR code, with the id. Without `now` it isn't said by when: a countdown says that. */
export function payBeside(
  charge: ForeignPayment,
  now: number | null,
  style: Style,
  columns: number,
): string[] {
  const { id, amount, currency, description } = charge
  const parts = [humanAmount(amount, currency), description, now === null ? null : untilWhen(charge, now), id]
  const [money = '', ...rest] = parts.flatMap(text => (text ? wrap(escapeControls(text), columns) : []))
  return [style.bold(money), ...rest]
}

function untilWhen({ status, expiresAt }: ForeignPayment, now: number): string {
  const leftMs = Date.parse(expiresAt ?? '') - now
  if (status !== 'PENDING' || !(leftMs > 0)) return stateWord(status)
  return texts.payBy(minuteOfDay(expiresAt!, now), formatCountdown(leftMs))
}

function validity(written: Payment['validityMinutes']): string {
  const minutes = doubleOf(written)
  if (minutes % 1440 === 0) return texts.days(minutes / 1440)
  if (minutes % 60 === 0) return texts.hours(minutes / 60)
  return texts.minutes(tsvValue(minutes))
}

/** In a narrow window the ids are left out, not the amounts and descriptions by which a person knows a charge. */
function tableColumns({ columns, idLength }: ChargeTableOptions): Column[] {
  const { heads } = texts
  const isWhole = idLength === undefined
  return [
    { header: isWhole ? 'ID' : 'ID…', whole: true, dropRank: 3 },
    { header: heads.status() },
    { header: heads.amount(), align: 'right' },
    { header: heads.fee(), align: 'right', dropRank: 6 },
    { header: heads.net(), align: 'right', dropRank: 5 },
    { header: heads.created(), dropRank: 4 },
    { header: heads.expires(), dropRank: 7 },
    // Last column, so that an emoji of unexpected width moves no other column. The others leave it this room.
    {
      header: heads.description(),
      minWidth: Math.max(8, Math.floor((columns - 20) / (isWhole ? 4 : 2))),
      dropRank: 2,
    },
  ]
}

/** The state with the time of the payment; in a narrow window only its day, or nothing if it was late. */
function stateInList(charge: Stated, { now, columns }: ChargeTableOptions): string {
  const { status, paidAt } = charge
  const word = shownState(charge)
  if (status !== 'PAID' || paidAt === null || (columns < 100 && isPaidLate(charge))) return word
  const at = timeOfToday(paidAt, now) === null ? formatBrief(paidAt, now) : minuteOfDay(paidAt, now)
  return `${word} ${columns < 80 ? at.replace(/ \d\d:\d\d$/, '') : at}`
}

export interface ChargeTableOptions extends TableOptions {
  /** In milliseconds since the epoch. */
  now: number
  /** Tables printed one after the other have the same columns, whatever they contain. */
  steady?: boolean
  /** Ids are shortened to so many characters. */
  idLength?: number | undefined
}

/** Charges as a table that fits the terminal. A late payment is marked. */
export function formatChargeTable(charges: readonly Payment[], options: ChargeTableOptions): Promise<string> {
  const { now, steady = false, idLength, style } = options
  const brief = (iso: string | null) => (iso === null ? '' : formatBrief(iso, now))
  const rows = charges.map(charge => [
    charge.id.slice(0, idLength),
    { text: stateInList(charge, options), paint: statusPaint(charge.status, style) },
    humanAmount(charge.amount),
    humanAmount(charge.fee),
    humanAmount(charge.netAmount),
    brief(charge.createdAt),
    brief(charge.expiresAt),
    charge.description ?? '',
  ])
  return formatTable(tableColumns(options), rows, steady ? { ...options, alike: wideRows(options) } : options)
}

/** Cells as wide as in most lists: of a day with two digits, some time ago. */
function wideRows(options: ChargeTableOptions): string[][] {
  const day = new Date(options.now)
  day.setMonth(day.getMonth() - 2, 20)
  const paidAt = day.toISOString()
  const moment = formatBrief(paidAt, options.now)
  return [null, new Date(0).toISOString()].map(expiresAt => {
    const state = stateInList({ status: 'PAID', paidAt, expiresAt }, options)
    return ['', state, 'R$ 1.000,00', 'R$ 10,00', 'R$ 1.000,00', moment, moment]
  })
}
