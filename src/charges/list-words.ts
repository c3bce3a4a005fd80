/** What is said about a list of charges. */

export function countOf(charges: number): string {
  return charges === 1 ? '1 charge' : `${charges} charges`
}

/** Which page of a list was read, and how much of it there was. */
export function pageText(page: number, limit: number, found: number, total: number): string {
  return `page ${page} of ${Math.max(1, Math.ceil(total / limit))}, ${found} of ${countOf(total)}`
}

/** The warning of a report about charges that are PAID without a time of payment. */
export function undatedText(charges: number): string {
  return `${countOf(charges)} PAID without a time of payment: in no day of this report`
}
