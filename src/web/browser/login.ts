/** The login code of the address: `/#login=…`. A fragment is never sent to a server by itself. */

import { find } from './elements.ts'

export async function logIn(): Promise<void> {
  const code = /^#login=([\w-]+)$/.exec(location.hash)?.[1]
  if (!code) return
  // Out of the address and the history before anything else.
  history.replaceState(null, '', location.pathname + location.search)
  const form = find('form[data-login]', HTMLFormElement)
  const field = form && find('input[name=code]', HTMLInputElement, form)
  if (form && field) {
    field.value = code
    form.submit()
    return
  }
  // A browser that is logged in already uses the code up, so that nobody else can.
  await fetch('/login', { method: 'POST', body: new URLSearchParams({ code }), redirect: 'manual' })
  // The address was a link on another site, such as a terminal in the browser: this page only says so.
  if (document.body.classList.contains('bare')) location.reload()
}
