/** What each key does on the screen of `charges watch`. */

import type { Key as ReadlineKey } from 'node:readline'
import { checkDescription } from '#charges/creations/request.ts'
import { choicesOf, isOpen } from '#charges/watching/day.ts'
import { type Centavos, toBRL } from '#contract/money.ts'
import { escapeControls } from '#lib/escape.ts'
import { attempt, Failure } from '#lib/failure.ts'
import { checkAmount } from '#lib/input/amounts.ts'
import { centsFirst } from '#lib/input/typed-amount.ts'
import { localized } from '#lib/language.ts'
import { stepText } from '#lib/suggestion.ts'
import { nameOf } from '#terminal/charge.ts'
import { graphemes } from '#terminal/width.ts'
import { aimedAt, arranged, chosenIndex, EMPTY_FORM, type Form, type State, type View } from './state.ts'
import { texts } from './texts.ts'

export interface Key extends Pick<ReadlineKey, 'name' | 'ctrl' | 'meta'> {
  /** What it types; undefined for keys such as the arrows. */
  text?: string | undefined
}

/** What must be done besides changing the state. */
export type Effect =
  | { do: 'quit' | 'interrupt' | 'suspend' | 'redraw' }
  | { do: 'create'; amount: Centavos; description: string }
  /** Sends a creation again, with its own key; or takes one that made no charge out of the list. */
  | { do: 'recover' | 'dismiss'; key: string }
  | { do: 'show' | 'copy' | 'ask'; id: string }

type Result = readonly [State, Effect?]

/** Longer than anything that is valid. */
export const MOST_TYPED = 200
/** How far Page Up and Page Down go. */
const PAGE = 10

export function pressed(state: State, key: Key): Result {
  if (key.ctrl && key.name === 'c') return [state, { do: 'interrupt' }]
  if (key.ctrl && key.name === 'z') return [state, { do: 'suspend' }]
  if (key.ctrl && key.name === 'l') return [state, { do: 'redraw' }]
  const { view } = state
  // Whoever looks at a code and types the next charge must not lose it.
  const isAlone = ['charge', 'answer', 'creation'].includes(view.kind)
  if (isAlone && key.text === 'n') return inList(back(state), key)
  switch (view.kind) {
    case 'form':
      return inForm(state, view, key)
    case 'charge':
      if (key.text === 'v') return asking(state, view.id, view)
      return key.text === 'c' && canPay(state, view.id) ? [state, { do: 'copy', id: view.id }] : [back(state)]
    case 'answer':
      return key.text === 'v' ? asking(state, view.id, view.back) : [back(state, view.back)]
    case 'creation':
      return inCreation(state, view.key, key)
    case 'search':
      return inSearch(state, key)
    case 'keys':
      return [back(state)]
    default:
      return inList(state, key)
  }
}

/** In a form it is text, with a space for a line break: two amounts must not become one. Elsewhere it does nothing. */
export function pasted(state: State, text: string): State {
  const { view } = state
  if (view.kind !== 'form' && view.kind !== 'search') return { ...state, note: texts.pasted }
  const characters = [...text.replace(/[\r\n\t]+/g, ' ')].filter(
    character => escapeControls(character) === character,
  )
  const typed = (before: string) => (before + characters.join('')).slice(0, MOST_TYPED)
  if (view.kind !== 'form') return arranged({ ...state, search: typed(state.search) })
  const [before, after] = aroundCaret(view)
  return { ...state, view: withText(view, typed(before), after) }
}

function back(state: State, view: View = { kind: 'list' }): State {
  return { ...state, view, note: null }
}

function asking(state: State, id: string, from: View): Result {
  return [back(state, { kind: 'answer', id, answer: null, back: from }), { do: 'ask', id }]
}

function canPay({ charges }: State, id: string): boolean {
  const charge = charges.get(id)
  return charge !== undefined && isOpen(charge)
}

function inList(state: State, key: Key): Result {
  const { name = '', text } = key
  const moved = movedBy(state, key)
  if (moved) return [moved]
  if (text === 'n') {
    return [{ ...back(state, EMPTY_FORM), leaving: false }]
  }
  if (text === 'q') {
    const isSending = state.creations.some(({ failure }) => failure === null)
    if (!isSending || state.leaving) return [state, { do: 'quit' }]
    return [{ ...state, leaving: true, note: texts.notCreatedYet }]
  }
  if (text === '?' || text === '/') return [back(state, { kind: text === '?' ? 'keys' : 'search' })]
  if (text === 'b') return [arranged({ ...state, hidesFiles: !state.hidesFiles })]
  if (name === 'escape' && state.search !== '') return [arranged({ ...state, search: '' })]
  if (isEnter(key) || text === 'c' || text === 'v') return withRow(state, text)
  const row = aimedAt(state)
  const isOfCreation = row && 'creation' in row && (text === 'r' || text === 'd')
  return isOfCreation ? inCreation(state, row.key, key) : [state]
}

/** What Enter, `c` and `v` do. */
function withRow(state: State, text: string | undefined): Result {
  const row = aimedAt(state)
  if (!row) return [{ ...state, note: texts.noneChosen }]
  // From now on it stays chosen, wherever it moves.
  const next = { ...state, chosen: row.key, moved: null, note: null }
  if ('payment' in row) {
    if (text === 'v') return asking(next, row.key, { kind: 'list' })
    if (text !== 'c') return [next, { do: 'show', id: row.key }]
    if (canPay(state, row.key)) return [next, { do: 'copy', id: row.key }]
    return [{ ...next, note: () => texts.hasEnded(nameOf(row.payment)) }]
  }
  if (row.creation.failure === null) return [{ ...next, note: texts.stillSending }]
  return [{ ...next, view: { kind: 'creation', key: row.key } }]
}

/** With another choice; null if the key is for something else. */
function movedBy(state: State, { name = '' }: Key): State | null {
  const { rows, left } = state
  const place = MOVES[name]?.(chosenIndex(state), rows.length, left)
  if (place === undefined) return null
  const index = Math.max(0, Math.min(place, rows.length - 1))
  return { ...state, chosen: rows[index]?.key ?? null, moved: null, follows: true, note: null }
}

function inSearch(state: State, key: Key): Result {
  const { name = '', ctrl, meta, text = '' } = key
  if (name === 'escape') return [arranged({ ...back(state), search: '' })]
  if (isEnter(key)) return [back(state)]
  if (name === 'backspace') return [arranged({ ...state, search: withoutLast(state.search) })]
  if (ctrl && name === 'u') return [arranged({ ...state, search: '' })]
  return [movedBy(state, key) ?? (ctrl || meta || text === '' ? state : pasted(state, text))]
}

function isEnter({ name }: Key): boolean {
  return name === 'return' || name === 'enter'
}

function withoutLast(text: string): string {
  return [...graphemes(text)].slice(0, -1).join('')
}

const MOVES: Readonly<Record<string, (index: number, rows: number, left: number) => number>> = {
  up: index => index - 1,
  down: index => index + 1,
  pageup: index => index - PAGE,
  pagedown: index => index + PAGE,
  home: () => 0,
  end: (_index, rows) => rows - 1,
  // To the same line of the other column.
  left: (index, _rows, left) => (left > 0 && index >= left ? Math.min(index - left, left - 1) : index),
  right: (index, rows, left) => (index < left && left < rows ? left + index : index),
}

/** What was refused has been read now, so it leaves the list. What may exist, or can be sent again, stays. */
function inCreation(state: State, key: string, { text }: Key): Result {
  const creation = state.creations.find(sent => sent.key === key)
  const choices = creation ? choicesOf(creation) : []
  const canRetry = choices.includes('recover')
  if (text === 'r' && canRetry) return [back(state), { do: 'recover', key }]
  const isDropped = choices.includes('dismiss') && (text === 'd' || !canRetry)
  return isDropped ? [back(state), { do: 'dismiss', key }] : [back(state)]
}

function inForm(state: State, form: Form, key: Key): Result {
  const { name = '', ctrl, meta, text = '' } = key
  const change = (next: Form): Result => [{ ...state, view: next }]
  const [before, after] = aroundCaret(form)
  if (name === 'escape') return [back(state)]
  if (isEnter(key)) return entered(state, form)
  if (name === 'up') return change(inField(form, 'amount'))
  if (name === 'down' || name === 'tab') return change(inField(form, 'description'))
  if (name === 'backspace') return change(withText(form, withoutLast(before), after))
  if (name === 'delete') return change(withText(form, before, [...graphemes(after)].slice(1).join('')))
  if (ctrl && name === 'u') return change(withText(form, '', ''))
  const caret = CARET[name]?.(form.caret, lengthOf(form[form.field]))
  if (caret !== undefined) return change({ ...form, caret })
  return [ctrl || meta || text === '' ? state : pasted(state, text)]
}

/** Where a key moves the cursor in a text of so many characters. */
const CARET: Readonly<Record<string, (caret: number, length: number) => number>> = {
  left: caret => Math.max(0, caret - 1),
  right: (caret, length) => Math.min(length, caret + 1),
  home: () => 0,
  end: (_caret, length) => length,
}

function inField(form: Form, field: Form['field']): Form {
  return { ...form, field, caret: lengthOf(form[field]), error: null }
}

/** What stands before and after the cursor. */
function aroundCaret(form: Form): [before: string, after: string] {
  const parts = [...graphemes(form[form.field])]
  return [parts.slice(0, form.caret).join(''), parts.slice(form.caret).join('')]
}

function withText(form: Form, before: string, after: string): Form {
  const text = (before + after).slice(0, MOST_TYPED)
  return { ...form, [form.field]: text, caret: Math.min(lengthOf(before), lengthOf(text)), error: null }
}

function lengthOf(text: string): number {
  return [...graphemes(text)].length
}

/** Enter goes to the description, then creates the charge. The form closes with it, so a second Enter creates nothing. */
function entered(state: State, form: Form): Result {
  const wrong = (field: Form['field'], { text, next }: Failure): Result => {
    const error = () => [localized(text), ...next.map(stepText)].join('; ')
    return [{ ...state, view: { ...inField(form, field), error } }]
  }
  const typed = state.cents ? centsFirst(form.amount) : form.amount
  const amount = attempt(() => checkAmount(typed.trim(), texts.theAmount))
  if (amount instanceof Failure) return wrong('amount', amount)
  if (form.field === 'amount') return [{ ...state, view: inField(form, 'description') }]
  const description = attempt(() => checkDescription(form.description.trim()))
  if (description instanceof Failure) return wrong('description', description)
  const isSure = amount < state.unusualFrom || form.sureOf === amount
  if (isSure) return [back(state), { do: 'create', amount, description }]
  const error = () => texts.unusual(toBRL(amount))
  return [{ ...state, view: { ...form, sureOf: amount, error } }]
}
