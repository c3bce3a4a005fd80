/** Buttons that copy text. */

import { announce, closest, find } from './elements.ts'

const SHOWN_MS = 1_500
/** What a button says by itself. */
const WORD = 'Copy'
/** When the buttons that were pressed say that again. */
const endings = new WeakMap<HTMLButtonElement, ReturnType<typeof setTimeout>>()

export function copyButtons(): void {
  showButtons(document)
  document.addEventListener('click', async event => {
    const button = closest(event, 'button[data-copy]', HTMLButtonElement)
    if (!button) return
    const done = await copied(button.dataset.copy ?? '')
    announce(done ? 'Copied' : 'Not copied: select the text and copy it')
    // Not disabled: that would take the focus away.
    button.textContent = done ? 'Copied' : 'Failed'
    clearTimeout(endings.get(button))
    endings.set(
      button,
      setTimeout(() => {
        button.textContent = WORD
      }, SHOWN_MS),
    )
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
