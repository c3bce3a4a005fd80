/** What each key does on the screen of `charges watch`. */

import type { Key as ReadlineKey } from 'node:readline'
import { checkDescription } from '#charges/creations/request.ts'
import { endOf, isOpen } from '#charges/watching/day.ts'
import type { Centavos } from '#contract/money.ts'
import { escapeControls } from '#lib/escape.ts'
import { Failure } from '#lib/failure.ts'
import { checkAmount } from '#lib/input/amounts.ts'
import { localized, type Text } from '#lib/language.ts'
import { stepText } from '#lib/suggestion.ts'
import { graphemes } from '#terminal/width.ts'
import { chosenIndex, type State, type View } from './state.ts'
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
  | { do: 'show' | 'copy'; id: string }

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
  switch (view.kind) {
    case 'form':
      return inForm(state, view, key)
    case 'charge':
      return key.text === 'c' && canPay(state, view.id) ? [state, { do: 'copy', id: view.id }] : [back(state)]
    case 'creation':
      return inCreation(state, view.key, key)
    default:
      return inList(state, key)
  }
}

/** In a form it is text, with a space for a line break: two amounts must not become one. Elsewhere it does nothing. */
export function pasted(state: State, text: string): State {
  const { view } = state
  if (view.kind !== 'form') return { ...state, note: texts.pasted }
  const characters = [...text.replace(/[\r\n\t]+/g, ' ')].filter(
    character => escapeControls(character) === character,
  )
  const value = (view[view.field] + characters.join('')).slice(0, MOST_TYPED)
  return { ...state, view: { ...view, error: null, [view.field]: value } }
}

function back(state: State): State {
  return { ...state, view: { kind: 'list' }, note: null }
}

function canPay({ charges }: State, id: string): boolean {
  const charge = charges.get(id)
  return charge !== undefined && isOpen(charge)
}

function inList(state: State, { name = '', text }: Key): Result {
  const to = MOVES[name]
  if (to) {
    const index = Math.max(0, Math.min(to(chosenIndex(state), state.rows.length), state.rows.length - 1))
    return [{ ...state, chosen: state.rows[index]?.key ?? null, follows: true, note: null }]
  }
  if (text === 'n') {
    const view: View = { kind: 'form', field: 'amount', amount: '', description: '', error: null }
    return [{ ...state, view, note: null, leaving: false }]
  }
  if (text === 'q') {
    const isSending = state.creations.some(({ failure }) => failure === null)
    if (!isSending || state.leaving) return [state, { do: 'quit' }]
    return [{ ...state, leaving: true, note: texts.notCreatedYet }]
  }
  if (name !== 'return' && name !== 'enter' && text !== 'c') return [state]
  const row = state.rows[chosenIndex(state)]
  if (!row) return [{ ...state, note: texts.noneChosen }]
  // From now on it stays chosen, wherever it moves.
  const next = { ...state, chosen: row.key, note: null }
  if ('payment' in row) {
    if (text !== 'c') return [next, { do: 'show', id: row.key }]
    return canPay(state, row.key) ? [next, { do: 'copy', id: row.key }] : [{ ...next, note: texts.hasEnded }]
  }
  if (row.creation.failure === null) return [{ ...next, note: texts.stillSending }]
  return [{ ...next, view: { kind: 'creation', key: row.key } }]
}

const MOVES: Readonly<Record<string, (index: number, rows: number) => number>> = {
  up: index => index - 1,
  down: index => index + 1,
  pageup: index => index - PAGE,
  pagedown: index => index + PAGE,
  home: () => 0,
  end: (_index, rows) => rows - 1,
}

/** What was refused has been read now, so it leaves the list. What may exist, or can be sent again, stays. */
function inCreation(state: State, key: string, { text }: Key): Result {
  const creation = state.creations.find(sent => sent.key === key)
  const end = creation ? endOf(creation) : 'refused'
  if (text === 'r' && (end === 'unknown' || end === 'unsent')) return [back(state), { do: 'recover', key }]
  return end === 'refused' ? [back(state), { do: 'dismiss', key }] : [back(state)]
}

type Form = Extract<View, { kind: 'form' }>

function inForm(state: State, form: Form, { name = '', ctrl, meta, text = '' }: Key): Result {
  const { field } = form
  const change = (changes: Partial<Form>): Result => [
    { ...state, view: { ...form, error: null, ...changes } },
  ]
  if (name === 'escape') return [back(state)]
  if (name === 'return' || name === 'enter') return entered(state, form)
  if (name === 'up') return change({ field: 'amount' })
  if (name === 'down' || name === 'tab') return change({ field: 'description' })
  if (name === 'backspace') return change({ [field]: [...graphemes(form[field])].slice(0, -1).join('') })
  if (ctrl && name === 'u') return change({ [field]: '' })
  return [ctrl || meta || text === '' ? state : pasted(state, text)]
}

/** Enter goes to the description, then creates the charge. The form closes with it, so a second Enter creates nothing. */
function entered(state: State, form: Form): Result {
  const wrong = (field: Form['field'], error: Text): Result => [{ ...state, view: { ...form, field, error } }]
  const amount = checked(() => checkAmount(form.amount.trim(), texts.theAmount))
  if ('error' in amount) return wrong('amount', amount.error)
  if (form.field === 'amount') return [{ ...state, view: { ...form, field: 'description', error: null } }]
  const description = checked(() => checkDescription(form.description.trim()))
  if ('error' in description) return wrong('description', description.error)
  return [back(state), { do: 'create', amount: amount.value, description: description.value }]
}

function checked<T>(check: () => T): { value: T } | { error: Text } {
  try {
    return { value: check() }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return {
      error: () => [error.localized, ...error.next.map(step => stepText(step))].map(localized).join('; '),
    }
  }
}
