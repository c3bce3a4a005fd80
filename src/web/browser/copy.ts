/** Buttons that copy text. */

import { announce, closest } from './elements.ts'
import { words } from './words.ts'

const SHOWN_MS = 1_500

export function copyButtons(): void {
  document.addEventListener('click', async event => {
    const button = closest(event, 'button[data-copy]', HTMLButtonElement)
    if (!button) return
    const done = await copied(button.dataset.copy ?? '')
    announce(done ? words.copied : words.notCopied)
    // Not disabled: that would take the focus away.
    button.dataset.word ??= button.textContent
    const ownWord = button.dataset.word
    button.textContent = done ? words.copied : words.copyFailed
    setTimeout(() => {
      button.textContent = ownWord
    }, SHOWN_MS)
  })
}

async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
