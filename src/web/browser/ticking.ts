/** The time that is left goes on while a page is open. */

import { formatCountdown } from '#lib/local-time.ts'
import { leftText } from '../words.ts'
import { words } from './words.ts'

/** When each countdown ends by the clock of this machine, which may not be that of the server. */
const ends = new WeakMap<Element, { left: string; at: number }>()

const OUT_OF_CONTACT = '#live:is([data-state=silent], [data-state=away], [data-state=ended])'

export function tick(): void {
  countDown()
  setInterval(() => {
    // A time that goes on would look as if the page was live.
    if (document.hidden || document.querySelector(OUT_OF_CONTACT)) return
    countDown()
  }, 1_000)
}

function countDown(): void {
  for (const element of document.querySelectorAll<HTMLTimeElement>('time[data-countdown]')) {
    const left = element.dataset.countdown ?? ''
    const known = ends.get(element)
    const end = known?.left === left ? known : { left, at: Date.now() + Number(left) }
    ends.set(element, end)
    const ms = Math.max(0, end.at - Date.now())
    const text = 'left' in element.dataset ? leftText(ms, words) : formatCountdown(ms)
    if (element.textContent !== text) element.textContent = text
  }
}
