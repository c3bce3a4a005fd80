/**
 * The text of the sandbox's events: JSON as no library writes it (docs/decisions/sandbox.md#webhook-deliveries). A receiver
 * that verifies what it has parsed and written again fails here first.
 */

const AMOUNT = /"(amount|requestedAmount|fee|netAmount)":(-?\d{1,15}(?:\.\d{1,2})?)(?![\d.eE])/g

const hexOf = (unit: string) => unit.charCodeAt(0).toString(16).padStart(4, '0')

/** It depends only on the members and their order, not on the text they were read from. */
export function eventText(event: unknown): string {
  return JSON.stringify(event)
    .replace(/^{"id":/, '{"id": ')
    .replaceAll(AMOUNT, (_all, name, amount) => `"${name}":${Number(amount).toFixed(2)}`)
    .replaceAll('/', '\\/')
    .replaceAll(/[\u0080-\uffff]/g, unit => `\\u${hexOf(unit).toUpperCase()}`)
}
