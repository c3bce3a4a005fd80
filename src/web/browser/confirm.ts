/** Asks before a form that can't be undone is sent. */

import { find } from './elements.ts'

interface Asked {
  form: HTMLFormElement
  submitter: HTMLElement | null
}

export function askFirst(): void {
  const dialog = find('#confirm', HTMLDialogElement)
  if (!dialog) return
  let asked: Asked | undefined
  let confirmed: HTMLFormElement | undefined
  document.addEventListener('submit', event => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || form.dataset.confirm === undefined || form === confirmed) return
    event.preventDefault()
    asked = { form, submitter: event.submitter }
    const question = new FormData(form)
    write(dialog, 'h2', question.get('confirm-title'))
    write(dialog, 'p', question.get('confirm-text'))
    write(dialog, 'button[value=yes]', question.get('confirm-button'))
    dialog.showModal()
  })
  // Not when the dialog has closed: that event comes late, and may come after the next question.
  dialog.addEventListener('submit', ({ submitter }) => {
    if (!asked || !(submitter instanceof HTMLButtonElement) || submitter.value !== 'yes') return
    confirmed = asked.form
    try {
      confirmed.requestSubmit(asked.submitter)
    } finally {
      confirmed = undefined
    }
  })
  document.addEventListener('formdata', ({ target, formData }) => {
    if (target === confirmed) formData.set('confirmed', 'yes')
  })
}

function write(dialog: HTMLDialogElement, selector: string, text: FormDataEntryValue | null): void {
  const element = find(selector, HTMLElement, dialog)
  if (element) element.textContent = String(text)
}
