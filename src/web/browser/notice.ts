/** Says to screen readers what a form that was just sent has done. They leave out what is on a page from the start. */

import { announce } from './elements.ts'

/** After the title of the page, which they say first. */
const PAUSE_MS = 500

export function sayNotice(): void {
  const notices = [...document.querySelectorAll('.notice')].map(notice => notice.textContent)
  if (notices.length > 0) setTimeout(() => announce(notices.join(' ')), PAUSE_MS)
}
