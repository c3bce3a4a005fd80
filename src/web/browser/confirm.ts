/** Asks before a form that can't be undone is sent. */

import { find } from './elements.ts'

export function askFirst(): void {
  const dialog = find('#confirm', HTMLDialogElement)
  if (!dialog) return
  let waiting: { form: HTMLFormElement; submitter: HTMLElement | null } | undefined
  document.addEventListener('submit', event => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || form.dataset.confirm === undefined || waiting?.form === form)
      return
    event.preventDefault()
    waiting = { form, submitter: event.submitter }
    const asked = new FormData(form)
    write(dialog, 'h2', asked.get('confirm-title'))
    write(dialog, 'p', asked.get('confirm-text'))
    write(dialog, 'button[value=yes]', asked.get('confirm-button'))
    dialog.returnValue = 'no'
    dialog.showModal()
  })
  dialog.addEventListener('close', () => {
    const asked = waiting
    if (asked && dialog.returnValue === 'yes') {
      const confirm = ({ formData }: FormDataEvent) => formData.set('confirmed', 'yes')
      asked.form.addEventListener('formdata', confirm, { once: true })
      asked.form.requestSubmit(asked.submitter)
    }
    waiting = undefined
  })
}

function write(dialog: HTMLDialogElement, selector: string, text: FormDataEntryValue | null): void {
  const element = find(selector, HTMLElement, dialog)
  if (element) element.textContent = String(text)
}
