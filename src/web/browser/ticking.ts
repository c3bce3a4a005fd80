/** The time that is left goes on while a page is open, and what has ended is shown as ended. */

import { formatCountdown } from '#lib/local-time.ts'
import { refresh } from './live.ts'

/** Page and server are on the same machine, so they have the same clock. */
export function tick(): void {
  setInterval(() => {
    if (document.hidden) return
    if (isOver()) void refresh()
    for (const element of document.querySelectorAll<HTMLTimeElement>('time[data-countdown]')) {
      const text = formatCountdown(Math.max(0, Date.parse(element.dateTime) - Date.now()))
      if (element.textContent !== text) element.textContent = text
    }
  }, 1_000)
}

/** Whether something on the page has ended by itself, such as a key: nothing else says that it has changed. */
function isOver(): boolean {
  const ends = [...document.querySelectorAll<HTMLElement>('[data-refresh-at]')]
  return ends.some(({ dataset }) => Date.parse(dataset.refreshAt ?? '') <= Date.now())
}
