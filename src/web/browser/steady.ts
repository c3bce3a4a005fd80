/** What has just moved under a finger isn't what the finger meant. Only where the page asks for it: `data-steady`. */

import { closest } from './elements.ts'

const REACTION_MS = 400
const TOUCHED = 'a, button, summary'

/** When they were moved, by performance.now(). */
const movedAt = new WeakMap<Element, number>()

export function steady(): void {
  const stop = (event: MouseEvent) => {
    const touched = closest(event, TOUCHED, HTMLElement)
    // A key has no place.
    if (!touched || event.detail === 0 || !document.querySelector('[data-steady]')) return
    const hasMoved = performance.now() - (movedAt.get(touched) ?? Number.NEGATIVE_INFINITY) < REACTION_MS
    // The browser's own error page would take the place of this one.
    const leadsNowhere = touched.matches('a[href]') && document.querySelector('#live[data-state=away]')
    if (!hasMoved && !leadsNowhere) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  addEventListener('click', stop, true)
}

/** Makes a change, and notes what it moved. */
export function changing(change: () => void): void {
  const before = places()
  change()
  for (const [element, place] of places())
    if (before.get(element) !== place) movedAt.set(element, performance.now())
}

function places(): Map<Element, string> {
  const elements = [...document.querySelectorAll(`[data-steady] :is(${TOUCHED})`)]
  return new Map(elements.map(element => [element, JSON.stringify(element.getBoundingClientRect())]))
}
