/** The time that is left goes on while a page is open. */

import { formatCountdown } from '../../shared/local-time.ts'

/** Page and server are on the same machine, so they have the same clock. */
export function tick(): void {
  setInterval(() => {
    if (document.hidden) return
    for (const element of document.querySelectorAll<HTMLTimeElement>('time[data-countdown]')) {
      const text = formatCountdown(Math.max(0, Date.parse(element.dateTime) - Date.now()))
      if (element.textContent !== text) element.textContent = text
    }
  }, 1_000)
}
