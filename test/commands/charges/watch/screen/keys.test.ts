/** What the keys of the counter's screen do. */

import { describe, expect, it } from 'vitest'
import { CreationFailure, NotSent } from '#charges/creations/failures.ts'
import { type Effect, type Key, pasted, pressed } from '#commands/charges/watch/screen/keys.ts'
import { later, noteText, type State, sized } from '#commands/charges/watch/screen/state.ts'
import { centavos } from '#contract/money.ts'
import { localized } from '#lib/language.ts'
import { acai, dayOf, dismissed, NOW, notMade, paid, paidNow, received, sending, update } from './day.ts'

const NAMED: Record<string, Key> = {
  '↑': { name: 'up' },
  '↓': { name: 'down' },
  '⇞': { name: 'pageup' },
  '⇟': { name: 'pagedown' },
  '⇤': { name: 'home' },
  '⇥': { name: 'end' },
  '←': { name: 'left' },
  '→': { name: 'right' },
  '⏎': { name: 'return', text: '\r' },
  '⎋': { name: 'escape', text: '\u001b' },
  '⌫': { name: 'backspace', text: '\u007f' },
}
const CTRL = (name: string): Key => ({ name, ctrl: true, text: String.fromCharCode(name.charCodeAt(0) - 96) })

/** Presses keys, and gives the last state with all that had to be done. */
function type(state: State, keys: string | Key[]): { state: State; effects: Effect[] } {
  const effects: Effect[] = []
  const all =
    typeof keys === 'string' ? [...keys].map(each => NAMED[each] ?? { name: each, text: each }) : keys
  for (const key of all) {
    const [next, effect] = pressed(state, key)
    state = next
    if (effect) effects.push(effect)
  }
  return { state, effects }
}

const creation = { key: 'key-1', amount: centavos(500), description: 'Bolo', failure: null }
const ended = (outcome: 'unknown' | 'refused' | 'unsent') => {
  const failure =
    outcome === 'unsent'
      ? new NotSent('unknown', 'network', 'refused', { next: [] })
      : new CreationFailure(outcome, 'network', 'no answer', { next: [] })
  return notMade(sending(dayOf(), creation), 'key-1', failure)
}

describe('in the list', () => {
  it.each([
    ['', 'pay_acai'],
    ['↓', 'pay_table4'],
    ['↓↓↑', 'pay_table4'],
    ['↑', 'pay_acai'],
    ['⇥', 'pay_failed'],
    ['⇥↓', 'pay_failed'],
    ['⇥⇤', 'pay_acai'],
    ['⇟', 'pay_failed'],
    ['⇟⇞', 'pay_acai'],
  ])('%s and Enter show %s', (keys, id) => {
    expect(type(dayOf(), `${keys}⏎`).effects).toEqual([{ do: 'show', id }])
  })

  it('c copies the chosen one', () => {
    expect(type(dayOf(), '↓c').effects).toEqual([{ do: 'copy', id: 'pay_table4' }])
  })

  it('c copies no code of a charge that has ended', () => {
    const { state, effects } = type(dayOf(), '⇥c')
    expect(effects).toEqual([])
    expect(noteText(state)).toBe('can not be paid any more: R$ 7,00, Mesa 1')
  })

  it.each(['⏎', 'c', '↑', '↓'])('without charges %s does nothing', key => {
    expect(type(dayOf([]), key).effects).toEqual([])
  })

  it('q quits', () => {
    expect(type(dayOf(), 'q').effects).toEqual([{ do: 'quit' }])
  })

  it('q waits for the answer to a charge that is being sent; a second one does not', () => {
    const { state, effects } = type(sending(dayOf(), creation), 'q')
    expect(effects).toEqual([])
    expect(state.leaving).toBe(true)
    expect(type(state, 'q').effects).toEqual([{ do: 'quit' }])
  })

  it.each([
    ['c', 'interrupt'],
    ['z', 'suspend'],
    ['l', 'redraw'],
  ])('Ctrl-%s: %s, also in the form', (name, effect) => {
    expect(type(dayOf(), [CTRL(name)]).effects).toEqual([{ do: effect }])
    expect(type(type(dayOf(), 'n').state, [CTRL(name)]).effects).toEqual([{ do: effect }])
  })

  it('other keys do nothing', () => {
    const state = dayOf()
    expect(type(state, 'xyz⎋⌫')).toEqual({ state, effects: [] })
  })
})

describe('v', () => {
  it('asks the service for the chosen charge, and goes back to the list', () => {
    const { state, effects } = type(dayOf(), '↓v')
    expect(effects).toEqual([{ do: 'ask', id: 'pay_table4' }])
    expect(state.view).toEqual({ kind: 'answer', id: 'pay_table4', answer: null, back: { kind: 'list' } })
    expect(type(state, 'x').state.view).toEqual({ kind: 'list' })
  })

  it('asks for the charge that is shown alone, also again, and goes back to that one', () => {
    const view = { kind: 'charge', id: 'pay_acai' } as const
    const { state, effects } = type({ ...dayOf(), view, chosen: 'pay_table4' }, 'vv')
    expect(effects).toEqual([
      { do: 'ask', id: 'pay_acai' },
      { do: 'ask', id: 'pay_acai' },
    ])
    expect(type(state, '⎋').state.view).toEqual(view)
  })

  it('asks nothing of what is no charge yet', () => {
    expect(type(sending(dayOf(), creation), 'v').effects).toEqual([])
  })
})

describe('after the choice has moved by itself', () => {
  const moved = received({ ...dayOf(), chosen: 'pay_acai' }, update([paidNow(acai)]), NOW)

  it.each([
    ['⏎', { do: 'show', id: 'pay_acai' }],
    ['v', { do: 'ask', id: 'pay_acai' }],
  ])('%s is for a second still for the charge that the person saw', (key, effect) => {
    expect(moved.chosen).toBe('pay_table4')
    expect(type(later(moved, NOW + 999), key).effects).toEqual([effect])
    expect(type(later(moved, NOW + 1000), key).effects).toEqual([{ ...effect, id: 'pay_table4' }])
  })

  it('c copies no other code', () => {
    const { state, effects } = type(moved, 'c')
    expect(effects).toEqual([])
    expect(noteText(state)).toBe('can not be paid any more: R$ 35,90, Açaí 500 ml')
  })

  it('an arrow is of the place that is seen', () => {
    expect(type(moved, '↓⏎').effects).toEqual([{ do: 'show', id: 'pay_overdue' }])
  })
})

describe('in two columns', () => {
  const wide = sized(dayOf(), 120)

  it.each([
    ['⇥', 'pay_late'],
    ['↓↓↓↓↓', 'pay_paid'],
    ['→', 'pay_paid'],
    ['↓→', 'pay_late'],
    ['↓↓↓→', 'pay_late'],
    ['→→', 'pay_paid'],
    ['→↓←', 'pay_table4'],
    ['→←←', 'pay_acai'],
  ])('%s and Enter show %s', (keys, id) => {
    expect(type(wide, `${keys}⏎`).effects).toEqual([{ do: 'show', id }])
  })

  it.each([
    ['→', [acai], 'pay_acai'],
    ['←', [paid], 'pay_paid'],
  ])('%s stays where the other column is empty', (key, charges, id) => {
    expect(type(sized(dayOf(charges), 120), `${key}⏎`).effects).toEqual([{ do: 'show', id }])
  })
})

describe('/', () => {
  it('narrows the list as it is typed; Enter keeps that, and Esc shows all', () => {
    const { state } = type(dayOf(), '/mesa')
    expect(state.rows.map(({ key }) => key)).toEqual(['pay_table4', 'pay_expired', 'pay_failed'])
    const kept = type(state, '⏎').state
    expect(kept.view).toEqual({ kind: 'list' })
    expect(type(kept, '⏎').effects).toEqual([{ do: 'show', id: 'pay_table4' }])
    for (const from of [state, kept]) {
      const all = type(from, '⎋').state
      expect([all.view.kind, all.search, all.rows.length]).toEqual(['list', '', 7])
    }
    expect(type(kept, '/⌫⌫').state.search).toBe('me')
  })

  it('takes letters as text, arrows as arrows, and what is pasted', () => {
    const { state, effects } = type(dayOf(), '/qncvb?/')
    expect([state.search, effects]).toEqual(['qncvb?/', []])
    expect(type(dayOf(), '/mesa↓').state.chosen).toBe('pay_expired')
    expect(pasted(type(dayOf(), '/').state, '35,90\n').rows.map(({ key }) => key)).toEqual(['pay_acai'])
  })

  it('is over when a charge is made, which it could hide', () => {
    const { state } = type(dayOf(), '/xyz⏎n10⏎⏎')
    expect(sending(state, creation).search).toBe('')
  })
})

it('b hides what files made, and shows it again', () => {
  const { state, effects } = type(dayOf(), 'b')
  expect([state.hidesFiles, effects]).toEqual([false, []])
  expect(type(state, 'b').state.hidesFiles).toBe(true)
})

it('? shows the keys, and any key goes back', () => {
  const { state } = type(dayOf(), '?')
  expect(state.view.kind).toBe('keys')
  for (const key of ['q', 'n', '⏎', '?']) {
    expect(type(state, key)).toMatchObject({ state: { view: { kind: 'list' } }, effects: [] })
  }
})

describe('n', () => {
  it('asks for the amount and the description, and creates the charge', () => {
    const { state, effects } = type(dayOf(), 'n35,90⏎Açaí 500 ml⏎')
    expect(effects).toEqual([{ do: 'create', amount: 3590, description: 'Açaí 500 ml' }])
    expect(state.view.kind).toBe('list')
  })

  it('creates one charge, however often Enter is pressed', () => {
    const { state, effects } = type(dayOf([]), 'n10⏎⏎')
    expect(effects).toHaveLength(1)
    // As the screen does with the effect.
    const after = type(sending(state, creation), '⏎⏎⏎')
    expect(after.effects).toEqual([])
    expect(noteText(after.state)).toBe('it is still being sent')
  })

  it.each(['1.000', '0', '1e3', '-1', '10,505', '1000,01', '', 'abc'])(
    'does not take the amount %j, says why and keeps it',
    amount => {
      const { state, effects } = type(dayOf(), `n${amount}⏎`)
      expect(effects).toEqual([])
      expect(state.view).toMatchObject({ kind: 'form', field: 'amount', amount, error: expect.anything() })
    },
  )

  it('does not take a description of 81 characters; an emoji is one', () => {
    const { state, effects } = type(dayOf(), `n10⏎${'x'.repeat(81)}⏎`)
    expect(effects).toEqual([])
    expect(state.view).toMatchObject({ kind: 'form', field: 'description', error: expect.anything() })
    expect(type(state, '⌫⌫🥐⏎').effects).toEqual([
      { do: 'create', amount: 1000, description: `${'x'.repeat(79)}🥐` },
    ])
  })

  it('checks the amount again after going back to it', () => {
    const { state, effects } = type(dayOf(), 'n10⏎Mesa↑⌫⌫x↓⏎')
    expect(effects).toEqual([])
    expect(state.view).toMatchObject({ field: 'amount', amount: 'x', description: 'Mesa' })
  })

  it('Esc leaves it, and creates nothing', () => {
    const { state, effects } = type(dayOf(), 'n10⏎Mesa⎋')
    expect(effects).toEqual([])
    expect(state.view.kind).toBe('list')
    expect(type(state, 'n').state.view).toMatchObject({ amount: '', description: '' })
  })

  it('asks once about an amount that is unusual, also after the description was changed', () => {
    const { state, effects } = type({ ...dayOf(), unusualFrom: 359_00 }, 'n359⏎Mesa⏎')
    expect(effects).toEqual([])
    const asked = state.view.kind === 'form' ? localized(state.view.error ?? '') : ''
    expect(asked).toBe('R$ 359,00 is far above what this shop usually charges; Enter creates it, Esc cancels')
    expect(type(state, '⌫⏎').effects).toEqual([{ do: 'create', amount: 359_00, description: 'Mes' }])
    expect(type({ ...dayOf(), unusualFrom: 359_01 }, 'n359⏎⏎').effects).toHaveLength(1)
  })

  it('takes digits as cents where the counter does, and a comma as what it is', () => {
    const cents = { ...dayOf(), cents: true }
    for (const [typed, amount] of Object.entries({ 350: 350, 5: 5, '3,50': 350, '12,5': 1250 })) {
      expect(type(cents, `n${typed}⏎⏎`).effects, typed).toEqual([{ do: 'create', amount, description: '' }])
    }
  })

  it('has a cursor that moves by whole characters, and types, erases and deletes there', () => {
    const { view } = type(dayOf(), 'n10⏎a👩‍👩‍👧b←←x⌫y→⇤z').state
    expect(view).toMatchObject({ description: 'zay👩‍👩‍👧b', caret: 1 })
    const deleted = type(dayOf(), 'n350').state
    expect(pressed(type(deleted, '⇤').state, { name: 'delete' })[0].view).toMatchObject({
      amount: '50',
      caret: 0,
    })
  })

  it('types q, n and c as letters', () => {
    expect(type(dayOf(), 'n10⏎qnc⏎').effects).toEqual([{ do: 'create', amount: 1000, description: 'qnc' }])
  })

  it('erases a whole emoji, and a line with Ctrl-U', () => {
    expect(type(dayOf(), 'n10⏎a👩‍👩‍👧⌫').state.view).toMatchObject({ description: 'a' })
    const { state } = type(dayOf(), 'n10')
    expect(type(state, [CTRL('u')]).state.view).toMatchObject({ amount: '' })
  })

  it.each([
    ['10,00\n', '10,00 '],
    ['10\r\n20\n', '10 20 '],
    ['1\u001b0\u202e\u0007', '10'],
    ['9'.repeat(300), '9'.repeat(200)],
  ])('takes what is pasted as text: %j', (text, amount) => {
    expect(pasted(type(dayOf(), 'n').state, text).view).toMatchObject({
      field: 'amount',
      amount,
      error: null,
    })
  })

  it('makes no amount of two that were pasted', () => {
    const { state, effects } = type(pasted(type(dayOf(), 'n').state, '10\n20\n'), '⏎')
    expect(effects).toEqual([])
    expect(state.view).toMatchObject({ field: 'amount', amount: '10 20 ', error: expect.anything() })
  })

  it('takes no control characters, and not without end', () => {
    const { state } = type(dayOf(), 'n10⏎')
    expect(type(state, [{ text: '\u202e' }, { name: 'x', meta: true, text: 'x' }]).state.view).toMatchObject({
      description: '',
    })
    const { view } = type(state, 'x'.repeat(1000)).state
    expect(view.kind === 'form' && view.description.length).toBe(200)
  })
})

describe('a charge on the whole screen', () => {
  const state = { ...dayOf(), view: { kind: 'charge', id: 'pay_acai' } as const }

  it('n begins the next charge, so that what is typed then is not lost', () => {
    expect(type(type(dayOf(), '⏎').state, 'n8,80').state.view).toMatchObject({ kind: 'form', amount: '8,80' })
    const shown: State = { ...dayOf(), view: { kind: 'charge', id: 'pay_acai' } }
    expect(type(shown, 'n8').state.view).toMatchObject({ kind: 'form', amount: '8' })
  })

  it('that has ended: c goes back too', () => {
    const { state: after, effects } = type({ ...state, view: { kind: 'charge', id: 'pay_paid' } }, 'c')
    expect([after.view.kind, effects]).toEqual(['list', []])
  })

  it('c copies its code, and any other key goes back', () => {
    expect(type(state, 'c').effects).toEqual([{ do: 'copy', id: 'pay_acai' }])
    for (const key of ['x', 'q', '⏎', '⎋']) {
      const { state: after, effects } = type(state, key)
      expect([after.view.kind, effects]).toEqual(['list', []])
    }
  })
})

describe('a creation that did not succeed', () => {
  it('is shown with Enter, and stays in the list if the charge may exist', () => {
    const { state } = type(ended('unknown'), '⏎')
    expect(state.view).toEqual({ kind: 'creation', key: 'key-1' })
    expect(type(state, 'x').state.creations).toHaveLength(1)
  })

  it('is sent again with r, under its own key', () => {
    for (const keys of ['⏎r', 'r']) {
      expect(type(ended('unknown'), keys).effects, keys).toEqual([{ do: 'recover', key: 'key-1' }])
    }
  })

  it('is dropped with d if it was never sent, and only then', () => {
    for (const keys of ['⏎d', 'd']) {
      expect(type(ended('unsent'), keys).effects, keys).toEqual([{ do: 'dismiss', key: 'key-1' }])
      expect(type(ended('unknown'), keys).effects, keys).toEqual([])
    }
  })

  it('leaves the list once it was read, if it was refused', () => {
    const { state, effects } = type(ended('refused'), '⏎r')
    expect(effects).toEqual([{ do: 'dismiss', key: 'key-1' }])
    expect(dismissed(state, 'key-1').rows.map(({ key }) => key)).not.toContain('key-1')
  })
})
