/** Buttons that copy text. */

import { announce, closest, find } from './elements.ts'

const SHOWN_MS = 1_500

export function copyButtons(): void {
  showButtons(document)
  document.addEventListener('click', async event => {
    const button = closest(event, 'button[data-copy]', HTMLButtonElement)
    if (!button) return
    const done = await copied(button.dataset.copy ?? '')
    announce(done ? 'Copied' : 'Not copied: select the text and copy it')
    const before = button.textContent
    button.textContent = done ? 'Copied' : 'Failed'
    button.disabled = true
    setTimeout(() => {
      button.textContent = before
      button.disabled = false
    }, SHOWN_MS)
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
