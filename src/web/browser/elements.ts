/** The first element that matches, of the expected class; null if there is none. */
export function find<T extends Element>(
  selector: string,
  of: new () => T,
  within: ParentNode = document,
): T | null {
  const found = within.querySelector(selector)
  return found instanceof of ? found : null
}

/** The element that an event came from, or the nearest one around it that matches. */
export function closest<T extends Element>(event: Event, selector: string, of: new () => T): T | null {
  const found = event.target instanceof Element ? event.target.closest(selector) : null
  return found instanceof of ? found : null
}

/** Says something to screen readers when they have finished what they are saying. */
export function announce(text: string): void {
  const announcer = document.getElementById('announcer')
  if (announcer) announcer.textContent = text
}
