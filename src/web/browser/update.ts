/** Changes the live parts of the page to what was fetched, and leaves alone what a person is doing there. */

import { Idiomorph } from 'idiomorph'
import { announce } from './elements.ts'
import { isTyping } from './keyboard.ts'
import { soundPayment } from './sound.ts'
import { changing } from './steady.ts'

/** Gives the count of changes that the new page has. */
export function update(html: string): string | undefined {
  const fetched = new DOMParser().parseFromString(html, 'text/html')
  const before = announced()
  document.title = fetched.title
  changing(() => {
    // A part in another one changes with that.
    for (const part of document.querySelectorAll('[data-live]:not([data-live] *)')) {
      const next = part.id && fetched.getElementById(part.id)
      if (next) morph(part, next)
    }
  })
  soundPayment()
  const after = announced()
  if (after && after !== before) announce(after)
  return fetched.getElementById('live')?.dataset.version
}

function morph(part: Element, next: Element): void {
  Idiomorph.morph(part, next, {
    morphStyle: 'outerHTML',
    // It would leave alone what is in a link, too.
    ignoreActiveValue: isTyping(document.activeElement),
    restoreFocus: true,
    callbacks: {
      beforeNodeMorphed: node => !(node instanceof HTMLElement && isKeptWhole(node)),
      beforeNodeRemoved: node => !(node instanceof Element && isInUse(node)),
      beforeAttributeUpdated: (name, element) => !isKept(name, element),
    },
  })
}

/** What a person opened stays open, and a form whose button is pressed twice stays the same one. */
function isKept(name: string, element: Element): boolean {
  if (element instanceof HTMLInputElement) return name === 'value' && ['once', 'key'].includes(element.name)
  return name === 'open' && element instanceof HTMLDetailsElement
}

/** A form that was refused has what was typed from the start. */
function isKeptWhole(element: HTMLElement): boolean {
  return 'kept' in element.dataset || (element instanceof HTMLFormElement && isTouched(element))
}

/** Whether a person has typed or chosen something in a form. */
function isTouched(form: HTMLFormElement): boolean {
  return [...form.elements].some(element => {
    if (element instanceof HTMLInputElement) {
      if (element.type === 'hidden') return false
      return element.value !== element.defaultValue || element.checked !== element.defaultChecked
    }
    if (element instanceof HTMLTextAreaElement) return element.value !== element.defaultValue
    if (!(element instanceof HTMLSelectElement)) return false
    const chosen = [...element.options].findIndex(option => option.defaultSelected)
    return element.selectedIndex !== Math.max(0, chosen)
  })
}

/** A form with something typed in it isn't taken away. */
function isInUse(element: Element): boolean {
  const parts = [element, ...element.querySelectorAll('form')]
  return parts.some(part => part instanceof HTMLFormElement && isTouched(part))
}

/** What the page says about itself in few words, such as the status of a charge: `data-announce`. */
function announced(): string {
  return document.querySelector('[data-announce]')?.getAttribute('data-announce') ?? ''
}
