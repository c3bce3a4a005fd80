/** Buttons that copy text. */

import { announce, closest, find } from './elements.ts'
import { words } from './words.ts'

const SHOWN_MS = 1_500
/** What the buttons that were pressed say by themselves, and when they say it again. */
const pressed = new WeakMap<HTMLButtonElement, { word: string; ending: ReturnType<typeof setTimeout> }>()

export function copyButtons(): void {
  showButtons(document)
  document.addEventListener('click', async event => {
    const button = closest(event, 'button[data-copy]', HTMLButtonElement)
    if (!button) return
    const done = await copied(button.dataset.copy ?? '')
    announce(done ? words.copied : words.notCopied)
    // Not disabled: that would take the focus away.
    const before = pressed.get(button)
    const word = before?.word ?? button.textContent
    clearTimeout(before?.ending)
    button.textContent = done ? words.copied : words.copyFailed
    const ending = setTimeout(() => {
      button.textContent = word
    }, SHOWN_MS)
    pressed.set(button, { word, ending })
  })
}

/** Buttons that do nothing without this script are hidden in the page. */
export function showButtons(within: ParentNode): void {
  for (const button of within.querySelectorAll('button[data-copy][hidden]')) button.removeAttribute('hidden')
  find('button[data-keys]', HTMLButtonElement, within)?.removeAttribute('hidden')
}

async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
