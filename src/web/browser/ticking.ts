/** Times that go on while a page is open: what is left, and how long ago something was. */

import { formatAgo, formatCountdown } from '../../shared/local-time.ts'

/** What is shown for the milliseconds until a time, or since then. */
const SHOWN: Record<string, (ms: number) => string> = {
  'time[data-countdown]': ms => formatCountdown(Math.max(0, ms)),
  'time[data-ago]': ms => formatAgo(-ms),
}

/** Page and server are on the same machine, so they have the same clock. */
export function tick(): void {
  setInterval(() => {
    if (document.hidden) return
    const now = Date.now()
    for (const [selector, shown] of Object.entries(SHOWN)) {
      for (const element of document.querySelectorAll<HTMLTimeElement>(selector)) {
        const text = shown(Date.parse(element.dateTime) - now)
        if (element.textContent !== text) element.textContent = text
      }
    }
  }, 1_000)
}
