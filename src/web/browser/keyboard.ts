/** Keys: j and k move in lists, / searches, ? shows them, Esc leaves; a button or a link may have one too, such as r. */

import { closest, find } from './elements.ts'

export function keyboard(): void {
  const dialog = find('#keys', HTMLDialogElement)
  document.addEventListener('click', event => {
    if (closest(event, 'button[data-keys]', HTMLButtonElement)) dialog?.showModal()
    const menu = find('.menu[open]', HTMLDetailsElement)
    if (menu && !closest(event, '.menu > summary', HTMLElement)) menu.open = false
  })
  document.addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (document.querySelector('dialog[open]')) return
    if (event.key === 'Escape') leaveElement() || pressHotkey('Escape')
    else if (isTyping(event.target) ? isOwnKey(event) : pressed(event.key, dialog)) event.preventDefault()
  })
}

function pressed(key: string, dialog: HTMLDialogElement | null): boolean {
  if (key === 'j' || key === 'k') return move(key === 'j' ? 1 : -1)
  if (key === '/') return focusSearch()
  if (key !== '?') return /^[a-z]$/.test(key) && pressHotkey(key)
  dialog?.showModal()
  return dialog !== null
}

export function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !['checkbox', 'submit', 'button'].includes(target.type)
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}

/** Whether it is the key that leads to this field, which is empty: somebody presses it out of habit. */
function isOwnKey({ key, target }: KeyboardEvent): boolean {
  const link = find(`a[data-hotkey="${key}"]`, HTMLAnchorElement)
  return target instanceof HTMLInputElement && target.value === '' && link?.hash === `#${target.id}`
}

/** False if nothing was typed in that has the focus. */
function leaveElement(): boolean {
  const active = document.activeElement
  if (!(active instanceof HTMLElement) || active === document.body) return false
  active.blur()
  return isTyping(active)
}

/** To the next or the previous row. Its link gets the focus, so that Enter opens it. */
function move(by: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
  const active = document.activeElement
  const focused = rows.findIndex(row => row === active || row.closest('tr, li')?.contains(active))
  const at = focused === -1 ? rows.findIndex(row => row.hasAttribute('aria-current')) : focused
  const next = at === -1 ? rows.at(by === 1 ? 0 : -1) : rows[at + by]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
  return rows.length > 0
}

function focusSearch(): boolean {
  const field = find('input[type=search]', HTMLInputElement)
  field?.focus()
  field?.select()
  return field !== null
}

/** Presses the button or link of the row with the focus, else the first one of the page that isn't in a list. */
function pressHotkey(key: string): boolean {
  const selector = `[data-hotkey="${key}"]`
  const row = document.activeElement?.closest('tr, li')
  const own = row && find(selector, HTMLElement, row)
  const current = currentRow()
  // The button would act on what is open, not on the row with the focus: that is opened first.
  if (row && !own && current && !row.contains(current)) {
    find('a[data-row]', HTMLAnchorElement, row)?.click()
    return true
  }
  const others = [...document.querySelectorAll<HTMLElement>(selector)]
  const button = own ?? others.find(other => !other.closest('tr, li'))
  button?.click()
  return button !== undefined
}

/** The row that is open beside the list, if there is one. */
function currentRow(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-row][aria-current]')
}

/** Scrolls a list to its open row. scrollIntoView would make the first Tab begin there. */
export function showCurrentRow(): void {
  const row = currentRow()
  const list = row?.closest('.list-pane')
  if (!row || !list) return
  const below = row.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom
  if (below > 0) list.scrollTop += below
}
