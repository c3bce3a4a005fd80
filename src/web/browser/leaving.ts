/** A page that has said what it had to say leads back by itself, if nobody uses it: `data-leave` is where to. */

import { find } from './elements.ts'

const SHOWN_MS = 60_000
const LOOK_MS = 1_000

export function leaveByItself(): void {
  let shownAt: number | null = null
  let isUsed = false
  for (const use of ['pointerdown', 'keydown', 'wheel']) {
    addEventListener(use, () => {
      isUsed = true
    })
  }
  setInterval(() => {
    const path = find('[data-leave]', HTMLElement)?.dataset.leave
    if (path === undefined || shownAt === null) {
      shownAt = path === undefined ? null : Date.now()
      isUsed = false
      return
    }
    const isLive = document.querySelector('#live[data-state=live]')
    if (isLive && !isUsed && Date.now() - shownAt >= SHOWN_MS) location.assign(path)
  }, LOOK_MS)
}
