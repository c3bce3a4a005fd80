/** What the demo prints. To a person at a terminal it leaves time to read; in a pipe it never waits. */

import { setTimeout as sleep } from 'node:timers/promises'
import { shorten, wrap } from '#terminal/width.ts'

const { stdout } = process
const isTerminal = stdout.isTTY === true
/** CI may have a terminal, but no keyboard. */
const isWatched = isTerminal && process.stdin.isTTY === true
/** The window that the QR code of a charge from the sandbox needs, with the lines round it. */
const QR_COLUMNS = 53
const QR_ROWS = 34
/** How long to wait for a larger window, in seconds. */
const RESIZE_S = 10

/** The width to write to. */
export function columns(): number {
  return isTerminal ? stdout.columns || 80 : Number.POSITIVE_INFINITY
}

export function bold(text: string): string {
  return isTerminal && !process.env.NO_COLOR ? `\u001b[1m${text}\u001b[22m` : text
}

/** Announces a step in one line, with its command. */
export function announce(step: string, command: readonly string[]): void {
  const words = command.map(word => (/\s/.test(word) ? `"${word}"` : word))
  console.log(`\n${bold(shorten(`${step}: pixctl ${words.join(' ')}`, columns()))}`)
}

/** Prints a line below a step. */
export function say(text: string): void {
  for (const line of wrap(text, columns() - 2)) console.log(`  ${line}`)
}

/** Gives a reader time. */
export async function pause(seconds: number): Promise<void> {
  if (isWatched) await sleep(seconds * 1000)
}

/** Asks for a window in which the QR code fits, and waits a little for it. */
export async function roomForQr(): Promise<void> {
  const fits = () => stdout.columns >= QR_COLUMNS && stdout.rows >= QR_ROWS
  if (!isWatched || fits()) return
  say(
    `To see the QR code, make this window larger: ${QR_COLUMNS} columns and ${QR_ROWS} rows. This goes on in ${RESIZE_S} s.`,
  )
  const resized = new AbortController()
  const look = () => fits() && resized.abort()
  stdout.on('resize', look)
  await sleep(RESIZE_S * 1000, undefined, { signal: resized.signal }).catch(() => {})
  stdout.off('resize', look)
}

/** Prints the end, which fits 24 rows. */
export function summary(lines: readonly string[], next: readonly string[]): void {
  console.log(`\n${bold('What you saw')}`)
  for (const text of lines) {
    const [first, ...rest] = wrap(text, columns() - 2)
    console.log([`- ${first}`, ...rest.map(line => `  ${line}`)].join('\n'))
  }
  console.log(`\n${bold('Try it yourself, in two terminals')}`)
  for (const line of next) console.log(`  ${line}`)
}
