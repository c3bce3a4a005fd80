/** Asks before a form that can't be undone is sent. */

import { find } from './elements.ts'

export function askFirst(): void {
  const dialog = find('#confirm', HTMLDialogElement)
  if (!dialog) return
  let waiting: { form: HTMLFormElement; submitter: HTMLElement | null } | undefined
  document.addEventListener('submit', event => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || !form.dataset.confirm || waiting?.form === form) return
    event.preventDefault()
    waiting = { form, submitter: event.submitter }
    write(dialog, 'h2', form.dataset.confirmTitle ?? 'Are you sure?')
    write(dialog, 'p', form.dataset.confirm)
    write(dialog, 'button[value=yes]', form.dataset.confirmButton ?? 'Continue')
    dialog.returnValue = 'no'
    dialog.showModal()
  })
  dialog.addEventListener('close', () => {
    const asked = waiting
    if (asked && dialog.returnValue === 'yes') asked.form.requestSubmit(asked.submitter)
    waiting = undefined
  })
}

function write(dialog: HTMLDialogElement, selector: string, text: string): void {
  const element = find(selector, HTMLElement, dialog)
  if (element) element.textContent = text
}
