/** The login code of the address: `/#login=…`. A fragment is never sent to a server by itself. */

import { find } from './elements.ts'

export function logIn(): void {
  const code = /^#login=([\w-]+)$/.exec(location.hash)?.[1]
  if (!code) return
  // Out of the address and the history before anything else.
  history.replaceState(null, '', location.pathname + location.search)
  const form = find('form[data-login]', HTMLFormElement)
  const field = form && find('input[name=code]', HTMLInputElement, form)
  if (!form || !field) {
    // Logged in already: the code is used up, so that nobody else can.
    void fetch('/login', { method: 'POST', body: new URLSearchParams({ code }), redirect: 'manual' })
    return
  }
  field.value = code
  form.submit()
}
