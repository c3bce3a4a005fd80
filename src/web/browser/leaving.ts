/** A page that has said what it had to say leads back by itself, if nobody uses it: `data-leave` is where to. */

import { find } from './elements.ts'

const SHOWN_S = 60

export function leaveByItself(): void {
  let seconds = 0
  for (const use of ['pointerdown', 'keydown', 'wheel']) {
    addEventListener(use, () => {
      seconds = Number.NEGATIVE_INFINITY
    })
  }
  setInterval(() => {
    const path = find('[data-leave]', HTMLElement)?.dataset.leave
    seconds = path === undefined ? 0 : seconds + 1
    const isLive = document.querySelector('#live[data-state=live]')
    if (path !== undefined && isLive && seconds > SHOWN_S) location.assign(path)
  }, 1_000)
}
