/**
 * The form of a new charge: what is typed is shown as money, and a form that could not be sent stays as it is. Sent again, it
 * has the same key, which makes one charge.
 */

import { toBRL } from '#contract/money.ts'
import { centsFirst, parseAmount } from '#lib/input/typed-amount.ts'
import { closest, find } from './elements.ts'
import { words } from './words.ts'

/** How long an answer may take: pixctl waits two seconds for the service. */
const PATIENCE_MS = 6_000

/** The form that is being sent. */
let sending: HTMLFormElement | null = null

export function charging(): void {
  showMoney()
  document.addEventListener('input', event => {
    if (closest(event, '#charging', HTMLElement)) changed()
  })
  document.addEventListener('click', event => {
    const button = closest(event, '[data-digit]', HTMLButtonElement)
    if (button) press(button.dataset.digit ?? '')
  })
  document.addEventListener('submit', event => {
    const form = closest(event, '#charging form', HTMLFormElement)
    if (!form) return
    event.preventDefault()
    if (form !== sending) void send(form)
  })
  // The browser may keep a page with a form that was sent: it must not be sent for another charge.
  addEventListener('pageshow', () => sending && location.reload())
}

const amountField = () => find('#field-amount', HTMLInputElement)

function changed(): void {
  showMoney()
  say('')
}

function showMoney(): void {
  const [field, shown] = [amountField(), find('#typed', HTMLOutputElement)]
  if (!field || !shown) return
  const isCents = find('#charging [name=digits]', HTMLInputElement)?.value === 'cents'
  const amount = parseAmount(isCents ? centsFirst(field.value) : field.value)
  shown.value = amount === null ? '' : toBRL(amount)
}

/** An empty key takes the last digit away. */
function press(digit: string): void {
  const field = amountField()
  if (!field) return
  field.value = digit === '' ? field.value.slice(0, -1) : field.value + digit
  field.focus()
  changed()
}

/** Without a word the button has its own one. */
function say(problem: string, word?: string): void {
  const [text, button] = [find('#problem', HTMLElement), find('#charging [data-word]', HTMLButtonElement)]
  if (text) text.textContent = problem
  if (button) button.textContent = word ?? button.dataset.word ?? ''
}

/** What is typed can be sent again. */
export function contactIsBack(): void {
  if (find('#charging [data-word]', HTMLButtonElement)?.textContent === words.again) say('')
}

async function send(form: HTMLFormElement): Promise<void> {
  sending = form
  say('', words.sending)
  try {
    const body = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]))
    // What is shown once is for the page that is loaded then.
    const headers = { 'Pixctl-Live': document.documentElement.lang }
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const answer = await fetch(form.action, { method: 'POST', body, headers, signal })
    const text = await answer.text()
    if (answer.redirected) return location.assign(answer.url)
    show(text, answer.status)
  } catch {
    say(words.notSent, words.again)
    find('#charging [data-word]', HTMLButtonElement)?.focus()
  }
  sending = null
}

/** The form as it was refused, with what was typed and why. */
function show(html: string, status: number): void {
  const next = new DOMParser().parseFromString(html, 'text/html').getElementById('charging')
  if (!next) {
    say([401, 403].includes(status) ? words.ended : words.notSent, words.again)
    return
  }
  document.getElementById('charging')?.replaceWith(next)
  showMoney()
  find('[autofocus]', HTMLElement, next)?.focus()
}
