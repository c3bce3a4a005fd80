/** The counter's screen as lines: in windows of three sizes, in both languages. */

import { afterEach, describe, expect, it } from 'vitest'
import { CreationFailure, unknownOutcome } from '#charges/creations/failures.ts'
import { frame } from '#commands/charges/watch/screen/screen.ts'
import { arranged, EMPTY_FORM, later, type State, sized } from '#commands/charges/watch/screen/state.ts'
import type { Payment } from '#contract/generated/types.ts'
import { centavos } from '#contract/money.ts'
import { Failure } from '#lib/failure.ts'
import { useLanguage } from '#lib/language.ts'
import { drawCode } from '#terminal/qr.ts'
import { createStyle } from '#terminal/style.ts'
import { displayWidth } from '#terminal/width.ts'
import { drawTerminal, LIGHT, scan } from '../../../../terminal/picture.ts'
import {
  acai,
  charge,
  DAY,
  dayOf,
  late,
  look,
  NO_ANSWER,
  NOW,
  notMade,
  overdue,
  paid,
  paidNow,
  received,
  sending,
  shown,
  table4,
  update,
} from './day.ts'

afterEach(() => useLanguage('en'))

const SIZES = [
  { columns: 80, rows: 24 },
  { columns: 40, rows: 30 },
  { columns: 120, rows: 50 },
]
const creation = { key: 'key-1', amount: centavos(500), description: 'Bolo', failure: null }
const many = Array.from({ length: 30 }, (_, index) =>
  charge(`pay_${index}`, `17:00:${String(index).padStart(2, '0')}`, { description: `Mesa ${index}` }),
)

const VIEWS: State['view'][] = [
  { kind: 'list' },
  { kind: 'keys' },
  { kind: 'search' },
  { ...EMPTY_FORM, amount: '35,90', caret: 5, description: 'Açaí' },
  { kind: 'charge', id: 'pay_acai' },
  { kind: 'answer', id: 'pay_acai', answer: { at: NOW, problem: null }, back: { kind: 'list' } },
]

it.each(
  ['1 1', '10 3', '20 5', '39 8', '40 30', '80 24', '120 50'].flatMap(size => [
    `${size} en`,
    `${size} pt-BR`,
  ]),
)('in a window of %s everything fits', window => {
  const [columns, rows] = window.split(' ').map(Number) as [number, number]
  useLanguage(window.endsWith('en') ? 'en' : 'pt-BR')
  for (const state of [dayOf(), dayOf(many), dayOf([])]) {
    for (const view of VIEWS) {
      const { lines } = frame(
        sized({ ...state, view }, columns),
        look({ columns, rows, blocks: false }),
        null,
      )
      expect(lines.length).toBeLessThanOrEqual(rows)
      if (columns < 40) continue
      expect(Math.max(...lines.map(displayWidth))).toBeLessThan(columns)
      if (view.kind === 'list') expect(lines).toHaveLength(rows)
    }
  }
})

describe('the list', () => {
  it('in 80 columns', () => {
    expect(shown(dayOf())).toBe(`\
SANDBOX, profile centro at 127.0.0.1:4010                              14:05:12
to be paid: 3 (R$ 1.046,40)                               paid: 2 (R$ 1.243,06)

>  29 min         R$ 35,90  14:04 …acai  Açaí 500 ml
   12 min      R$ 1.000,00  13:47 …ble4  Mesa 4, conta completa
   checking       R$ 10,50  13:35 …rdue
   paid 13:59  R$ 1.234,56  13:50 …paid  Encomenda
   paid 13:58      R$ 8,50  13:00 …late  late: Café
   expired        R$ 20,00  12:00 …ired  Mesa 9
   failed          R$ 7,00  11:00 …iled  Mesa 1

n new  ? keys  Enter QR code  v check  q quit  c copy  / search  ↑↓ choose`)
  })

  it('in 40 columns', () => {
    useLanguage('pt-BR')
    expect(shown(dayOf(), SIZES[1])).toBe(`\
SANDBOX, profile centro at 12… 14:05:12
a receber: 3 (R$ 1.046,40)
pagas: 2 (R$ 1.243,06)

>  29 min         R$ 35,90  Açaí 500 ml
   12 min      R$ 1.000,00  Mesa 4, co…
   conferindo     R$ 10,50
   paga 13:59  R$ 1.234,56  Encomenda
   paga 13:58      R$ 8,50  com atraso…
   expirada       R$ 20,00  Mesa 9
   falhou          R$ 7,00  Mesa 1

n nova  ? teclas  Enter QR Code  q sai`)
  })

  it.each([
    ['a day before', 0, '19T03:00', / since 19 Nov {2}14:05:12$/],
    ['midnight, which has passed since', 12, '20T03:00', / since 20 Nov {2}02:05:12$/],
    ['an hour of today', 0, '20T16:00', / since 13:00 {2}14:05:12$/],
    ['the beginning of today', 0, '20T03:00', /127.0.0.1:4010 +14:05:12$/],
  ])('says since when the totals count: %s', (_name, hours, since, head) => {
    const text = shown(dayOf(), { since: Date.parse(`2026-11-${since}Z`), now: NOW + hours * 3_600_000 })
    expect(text.split('\n')[0]).toMatch(head)
  })

  it('in 120 columns has what is to be paid at the left, and what was paid at the right', () => {
    expect(shown(sized(dayOf(), 120), { columns: 120 })).toBe(`\
SANDBOX, profile centro at 127.0.0.1:4010                                                                      14:05:12
to be paid: 3 (R$ 1.046,40)                                  paid: 2 (R$ 1.243,06)

>  29 min         R$ 35,90  14:04 …acai  Açaí 500 ml       │    paid 13:59  R$ 1.234,56  13:50 …paid  Encomenda
   12 min      R$ 1.000,00  13:47 …ble4  Mesa 4, conta co… │    paid 13:58      R$ 8,50  13:00 …late  late: Café
   checking       R$ 10,50  13:35 …rdue                    │
   expired        R$ 20,00  12:00 …ired  Mesa 9            │
   failed          R$ 7,00  11:00 …iled  Mesa 1            │

n new  ? keys  Enter QR code  v check  q quit  c copy  / search  ↑↓ choose`)
  })

  it('tells charges with the same amount and description apart in every window', () => {
    const twins = ['pay_1111', 'pay_2222'].map(id => charge(id, '17:00:00', { description: 'Café' }))
    const state = dayOf([...twins, acai])
    for (const { columns, rows } of SIZES) {
      const text = shown(sized(state, columns), { columns, rows })
      for (const tag of ['14:00 …1111', '14:00 …2222']) expect(text).toContain(tag)
    }
    expect(shown(state, SIZES[1])).toContain('R$ 35,90  Açaí 500 ml\n')
  })

  it.each([
    ['at the start', 'pay_29', 'pay_29', 'more: 10 below'],
    ['in the middle', 'pay_15', 'pay_25', 'more: 4 above, 6 below'],
    ['at the end', 'pay_0', 'pay_19', 'more: 10 above'],
  ])('that is too long is scrolled with the choice %s', (_name, chosen, first, more) => {
    const text = shown({ ...dayOf(many), chosen, follows: true })
    const lines = text.split('\n').slice(2)
    expect(lines[0]).toContain(`Mesa ${first.slice(4)}`)
    expect(text).toMatch(new RegExp(`^> .* Mesa ${chosen.slice(4)}$`, 'm'))
    expect(text).toContain(`\n${more}\n`)
  })

  it('has room for a queue of 20 in 24 rows', () => {
    const text = shown(dayOf(many.slice(10)))
    expect(text.match(/Mesa/g)).toHaveLength(20)
    expect(text).not.toContain('more:')
  })

  describe('with a payment', () => {
    const paidOne = (id: string) => paidNow(many.find(each => each.id === id)!)
    const rowsOf = (state: State) => shown(state, { now: state.now }).split('\n').slice(2)
    const hasPaid = received(dayOf(many), update([paidOne('pay_3')]), NOW)

    it('has it on top for five minutes, with its time, whatever expires then', () => {
      expect(rowsOf(hasPaid)[0]).toMatch(/^ \* paid 14:05 .* Mesa 3$/)
      const expiring = many.slice(4, 24).map((each): Payment => ({ ...each, status: 'EXPIRED' }))
      const heardAgain = update([], { readAt: NOW + 299_999 })
      const expired = received(hasPaid, update(expiring), NOW + 1_000)
      const state = received(expired, heardAgain, NOW + 299_999)
      expect(rowsOf(state)[0]).toMatch(/^ {3}paid 14:05 .* Mesa 3$/)
      expect(shown(state)).toContain('\nPAID: R$ 10,50, Mesa 3\n')
      const over = later(state, NOW + 300_000)
      expect(rowsOf(over)[0]).toMatch(/ Mesa 29$/)
      expect(over.rows.findIndex(({ key }) => key === 'pay_3')).toBe(over.open.count)
    })

    it('has one of before the start on top too, by the clock of the service', () => {
      const before = { ...paidOne('pay_3'), paidAt: '2026-11-20T17:00:13.000Z' }
      const start = (serviceAheadMs: number) => dayOf([...many.slice(4), before], { serviceAheadMs })
      expect(rowsOf(start(0))[0]).toMatch(/paid 14:00 .* Mesa 3$/)
      expect(rowsOf(start(2_000))[0]).toMatch(/ Mesa 29$/)
    })

    it('has it on top of a list that is scrolled, and of creations that failed', () => {
      const scrolled = rowsOf({ ...hasPaid, chosen: 'pay_0', follows: true })
      expect(scrolled[0]).toMatch(/paid 14:05 .* Mesa 3$/)
      expect(scrolled[18]).toMatch(/^> .* Mesa 0$/)
      expect(rowsOf(sending(hasPaid, creation)).slice(0, 2)).toEqual([
        expect.stringMatching(/Mesa 3$/),
        expect.stringMatching(/^> {2}sending .*Bolo$/),
      ])
    })

    it('leaves four lines to the others, and counts the payments that have no line', () => {
      const paidMany = many.slice(0, 25).map(paidNow)
      const state = received(dayOf(many), update(paidMany), NOW)
      const rows = rowsOf({ ...state, chosen: 'pay_29', follows: true })
      expect(rows.filter(row => row.includes('* paid 14:05'))).toHaveLength(14)
      expect(rows[14]).toBe('paid just before: 11 more (R$ 115,50)')
      expect(rows[15]).toMatch(/^> .* Mesa 29$/)
      expect(rows[18]).toMatch(/ Mesa 26$/)
    })

    it('has all of the last minute in 24 rows if they are 15, and half of the room for them afterwards', () => {
      const paidMany = many.slice(0, 15).map(paidNow)
      const state = received(dayOf(many), update(paidMany), NOW)
      const count = (at: State) => rowsOf(at).filter(row => row.includes(' paid 14:05')).length
      expect(count(state)).toBe(15)
      const heardAgain = received(state, update([], { readAt: NOW + 60_000 }), NOW + 60_000)
      expect(count(heardAgain)).toBe(8)
      expect(rowsOf(heardAgain)).toContain('paid just before: 7 more (R$ 73,50)')
    })

    it('keeps the choice on its charge when the time is over, in sight', () => {
      const before = { ...hasPaid, chosen: 'pay_3', follows: true }
      const state = later(
        received(before, update([], { readAt: NOW + 299_999 }), NOW + 299_999),
        NOW + 300_000,
      )
      expect(state.chosen).toBe('pay_3')
      const rows = rowsOf(state)
      expect(rows[0]).toMatch(/ Mesa 29$/)
      expect(rows).toContainEqual(expect.stringMatching(/^> .* Mesa 3$/))
    })
  })

  it('always has the chosen row in sight', () => {
    const newer = Array.from({ length: 25 }, (_, index) =>
      charge(`pay_new_${index}`, '17:04:00', { description: `Nova ${index}` }),
    )
    const state = received(dayOf(many), update(newer), NOW)
    expect(state.chosen).toBe('pay_29')
    for (const { key: chosen, payment } of state.rows as { key: string; payment: Payment }[]) {
      for (const { columns, rows } of [
        { columns: 80, rows: 6 },
        { columns: 80, rows: 24 },
        { columns: 120, rows: 10 },
      ]) {
        for (const follows of [true, false]) {
          const marked = shown(sized({ ...state, chosen, follows }, columns), { rows, columns })
          expect(marked.match(/^>.*$/gm)).toEqual([expect.stringContaining(payment.description!)])
        }
      }
    }
  })

  it.each(['EXPIRED', 'FAILED', 'PAID'] as const)('chooses the neighbour of a charge that is %s', status => {
    const end = (id: string) => update([{ ...many.find(each => each.id === id)!, status, paidAt: null }])
    const state = { ...dayOf(many), chosen: 'pay_15', follows: true }
    const next = received(state, end('pay_15'), NOW)
    expect(next.chosen).toBe('pay_14')
    expect(shown(next)).toMatch(/^> .* Mesa 14$/m)
    const last = received({ ...state, chosen: 'pay_0' }, end('pay_0'), NOW)
    expect(last.chosen).toBe('pay_1')
    const shownAlone = received({ ...state, view: { kind: 'charge', id: 'pay_15' } }, end('pay_15'), NOW)
    expect(shownAlone.chosen).toBe('pay_15')
  })

  it('shows text from outside as text, cut by columns', () => {
    const hostile = charge('pay_1', '17:00:00', {
      description: '\u001b[2J\u202e寿司寿司寿司寿司寿司寿司寿司',
    })
    const line = shown(dayOf([hostile]), { columns: 70 }).split('\n')[3]!
    expect(line).toContain('\\u001b[2J\\u202e寿司')
    expect(line).toMatch(/…$/)
    expect(displayWidth(line)).toBeLessThan(70)
  })

  it('says before the first reading that it reads, and then that there is none', () => {
    expect(frame({ ...dayOf([]), hearing: null }, look(), null).lines.join('\n')).toContain(
      'reading the charges…',
    )
    expect(shown(dayOf([]))).toContain('no charges yet')
  })

  it('shows the day of a payment of another day', () => {
    const state = dayOf([{ ...paid, paidAt: '2026-11-18T17:00:00Z' }])
    expect(shown(state)).toContain('paid 18 Nov')
    useLanguage('pt-BR')
    expect(shown(state)).toContain('paga 18/11 ')
  })

  it('counts down by the service’s clock', () => {
    expect(shown(dayOf([acai], { serviceAheadMs: -60_000 }))).toContain('30 min')
    expect(shown(dayOf([acai], { serviceAheadMs: 60_000 }))).toContain('28 min')
  })

  it('has colours by state, and none without', () => {
    const style = createStyle({ color: true })
    expect(shown(dayOf(), { style })).toContain('\u001b[32mpaid 13:59')
    expect(shown(dayOf())).not.toContain('\u001b')
  })

  it('without a keyboard says how to end', () => {
    expect(shown(dayOf(), { keys: false })).toMatch(/\nCtrl-C quits$/)
  })

  it('without UTF-8 draws no arrows', () => {
    expect(shown(dayOf(), { blocks: false })).not.toMatch(/[↑↓█▀▄]/)
  })
})

describe('how old the states are', () => {
  it.each([
    ['live', /^ {3}failed.*\n\nn new/m],
    ['polling', /\nlast read at 14:05:03, without the realtime channel \(to set up: pixctl setup\)\nn new/],
    [
      'lost',
      /14:05:12\nno contact since 14:05:03, all of this is of then: check the internet\nconnection\nto be paid/,
    ],
  ] as const)('is said where it matters: %s', (connection, words) => {
    const problem = connection === 'lost' ? { problem: NO_ANSWER } : {}
    expect(shown(dayOf(DAY, { connection, readAt: NOW - 9_000, ...problem }))).toMatch(words)
  })

  it.each(['live', 'polling'] as const)(
    'is said once the service is silent for 10 s, though it is %s',
    connection => {
      const state = dayOf(DAY, { connection, readAt: NOW - 10_000 })
      expect(shown(state)).toMatch(/\nno contact since 14:05:02, all of this is of then\n/)
      expect(shown(state, { now: NOW - 1 })).not.toContain('no contact')
    },
  )

  it('loses no word in 40 columns, and is yellow with what is old', () => {
    useLanguage('pt-BR')
    const lost = dayOf(DAY, { connection: 'lost', problem: NO_ANSWER })
    expect(shown(lost, SIZES[1])).toContain(
      '\nsem contato desde 14:05:12, tudo aqui é\ndessa hora: confira a internet\na receber: 3',
    )
    const polling = shown(dayOf(DAY, { connection: 'polling' }), SIZES[1])
    expect(polling).toContain(
      '\núltima leitura às 14:05:12, sem o canal\nem tempo real (configure: pixctl setup)\n',
    )
    const text = shown(lost, { style: createStyle({ color: true }) })
    for (const old of ['sem contato', 'a receber: 3', 'pagas: 2']) expect(text).toContain(`\u001b[33m${old}`)
    expect(text).toContain('\u001b[2m   12 min ')
  })

  it('names no command to set the channel up where there is one', () => {
    expect(shown(dayOf(DAY, { connection: 'polling', hasChannel: true }))).toContain(
      'last read at 14:05:12, the realtime channel is away',
    )
  })

  it('has its date if that is not today', () => {
    const state = dayOf(DAY, { connection: 'lost', readAt: NOW - 86_400_000 })
    expect(shown(state)).toContain('no contact since 2026-11-19 14:05:12')
  })
})

describe('the form', () => {
  const form = (over: object): State => ({
    ...dayOf(),
    view: { ...EMPTY_FORM, amount: '35,90', caret: 5, ...over },
  })

  it('shows what was typed as money in large letters, and the list below', () => {
    const text = shown(form({ amount: '350', caret: 3 }))
    expect(text).toContain(`
New charge: SANDBOX, profile centro at 127.0.0.1:4010
Amount in reais: 350

  ███   ████   ███  ████  ██      ██   ██
  █  █ █ █        █ █    █  █    █  █ █  █
  ███   ███     ██  ███  █  █    █  █ █  █
  █ █    █ █      █    █ █  █  █ █  █ █  █
  █  █ ████    ███  ███   ██  █   ██   ██

Description (optional):`)
    expect(text).toMatch(/^> {2}29 min +R\$ 35,90/m)
  })

  it('says R$ 3,50 of 350 where digits are cents', () => {
    const cents = { ...form({ amount: '350', caret: 3 }), cents: true }
    expect(shown(cents, { rows: 19 })).toMatch(/Amount in cents \(350 is R\$ 3,50\): 350\n {2}R\$ 3,50\n/)
  })

  it('stays where it is, whatever is typed and whatever is wrong', () => {
    const rows = ['', '3', '350', '1.000', '999,99'].flatMap(amount =>
      [null, 'it is wrong'].map(error => {
        const state = form({ amount, caret: 0, error, field: 'description' })
        return frame(state, look(), null).cursor!.row
      }),
    )
    expect(new Set(rows).size).toBe(1)
  })

  it('has the cursor where something is typed', () => {
    const { lines, cursor } = frame(form({}), look(), null)
    expect(lines[cursor!.row]!.slice(0, cursor!.column)).toBe('Amount in reais: 35,90')
    const other = frame(form({ field: 'description', description: 'Açaí', caret: 4 }), look(), null)
    expect(other.lines[other.cursor!.row]!.slice(0, other.cursor!.column)).toBe(
      'Description (optional): Açaí',
    )
  })

  it('shows the end of what is too long for the window', () => {
    const { lines, cursor } = frame(
      form({ field: 'description', description: `${'x'.repeat(70)}fim`, caret: 73 }),
      look({ columns: 40, rows: 30 }),
      null,
    )
    expect(lines[cursor!.row]).toMatch(/^Description \(optional\): x+fim$/)
    expect(cursor!.column).toBeLessThan(40)
  })

  it('says what is wrong', () => {
    const text = shown(form({ error: 'the amount must be more than zero' }))
    expect(text).toContain('\nthe amount must be more than zero\n')
  })
})

describe('a charge on the whole screen', () => {
  const viewing = (id: string, state = dayOf()): State => ({ ...state, view: { kind: 'charge', id } })
  const linesOf = (state: State, size = SIZES[0]!) => frame(state, look(size), null).lines

  it.each([
    { columns: 80, rows: 28 },
    { columns: 120, rows: 50 },
    { columns: 54, rows: 40 },
  ])('has its code in $columns × $rows, which a scanner reads', async size => {
    const drawn = await drawCode(acai.pixCode!, size)
    const { lines } = frame(viewing('pay_acai'), look(size), drawn)
    expect(lines.length).toBeLessThanOrEqual(size.rows)
    const code = lines
      .filter(line => line.includes('48;5;231'))
      .map(line => line.replace(/(\u001b\[0m).*/, '$1'))
    expect(scan(drawTerminal(`${code.join('\n')}\n`, 60, LIGHT), 4)).toBe(acai.pixCode)
    const text = lines.join('\n')
    for (const words of ['R$ 35,90', 'Açaí 500 ml', '29 min left to pay']) expect(text).toContain(words)
  })

  it('is told in words where the code does not fit', async () => {
    const size = { columns: 40, rows: 30 }
    expect(await drawCode(acai.pixCode!, size)).toBeNull()
    expect(linesOf(viewing('pay_acai'), size)).toEqual([
      'R$ 35,90',
      'Açaí 500 ml',
      '29 min left to pay',
      'the QR code does not fit this window',
      '',
      'pay_acai',
      '',
      'v check  c copy  any other key goes',
      'back',
    ])
  })

  it.each([
    ['pay_paid', 'paid: 13:59:09'],
    ['pay_late', 'paid: 13:58:00 (late)'],
    ['pay_expired', 'expired'],
    ['pay_failed', 'failed'],
  ])('%s is in large letters, without a code', (id, words) => {
    const text = linesOf(viewing(id)).join('\n')
    expect(text).toMatch(/█{4}/)
    expect(text).toContain(words)
    expect(text).not.toContain('c copy')
  })

  it('is told of the payment of another one as of another one, also beside its code', async () => {
    const size = { columns: 80, rows: 28 }
    const drawn = await drawCode(acai.pixCode!, size)
    const textOf = (state: State) =>
      frame(state, look(size), drawn)
        .lines.map(line => line.replace(/^.*\u001b\[0m/, ''))
        .join(' ')
        .replaceAll(/ +/g, ' ')
    const state = received(viewing('pay_acai'), update([paidNow(table4)]), NOW)
    expect(textOf(state)).toContain('another charge was paid at 14:05:10: R$')
    expect(textOf(state)).not.toContain('PAID')
    expect(linesOf(state, SIZES[0]!).join(' ')).toContain('Mesa 4, conta')
    const afterwards = received(state, update([{ ...overdue, status: 'EXPIRED' }]), NOW + 1)
    expect(textOf(afterwards)).toContain('another charge was paid')
    expect(textOf(afterwards)).not.toContain('expired')
  })

  it.each(['EXPIRED', 'FAILED'] as const)('says nothing of another one that is %s', status => {
    const state = received(viewing('pay_acai'), update([{ ...overdue, status }]), NOW)
    expect(linesOf(state)).toEqual(linesOf(viewing('pay_acai')))
  })

  it('that is paid itself says so, also if another one is paid in the same moment', () => {
    const both = update([acai, table4].map(paidNow))
    const text = linesOf(received(viewing('pay_acai'), both, NOW)).join('\n')
    expect(text).toMatch(/█{8}/)
    expect(text).toContain('paid: 14:05:10')
    expect(text).toContain('another charge was paid at 14:05:10: R$ 1.000,00 (…ble4), Mesa 4')
  })

  it('is told of the others of the last minute, how many and how much, and the list is not told of others', () => {
    const before = received(dayOf(), update([paidNow(table4), paidNow(overdue)]), NOW)
    const several = '2 others were paid (R$ 1.010,50), the last: R$ 10,50 (…rdue), at 14:05:10'
    expect(shown(before)).not.toContain('others')
    const views = [
      { kind: 'charge', id: 'pay_acai' },
      { kind: 'answer', id: 'pay_acai', answer: null, back: { kind: 'list' } },
      { kind: 'keys' },
    ] as const
    for (const view of views) {
      const text = (now: number) => frame({ ...before, view }, look({ now }), null).lines.join('\n')
      expect(text(NOW + 59_999)).toContain(several)
      expect(text(NOW + 60_000)).not.toContain('others')
    }
  })

  it('is never called expired before the service has said so', () => {
    const text = linesOf(viewing('pay_overdue')).join('\n')
    expect(text).toContain('time is over; checking')
    expect(text).not.toMatch(/expired|█/i)
  })

  it('says how old its state is', () => {
    const state = dayOf([overdue, late], { connection: 'lost', problem: NO_ANSWER, readAt: NOW })
    expect(linesOf(viewing('pay_overdue', state)).join(' ')).toContain(
      'no contact since 14:05:12, all of this is of then: check the internet connection',
    )
  })
})

describe('the answer to v', () => {
  const asked = (id: string, over: object = {}, state = dayOf()): State => ({
    ...state,
    view: { kind: 'answer', id, answer: { at: NOW, problem: null }, back: { kind: 'list' }, ...over },
  })
  const textOf = (state: State, size: { columns: number; rows: number } = SIZES[0]!) =>
    frame(state, look({ ...size, blocks: false }), null).lines.join('\n')
  /** The letters as other eyes see them: drawn by hand. */
  const NOT = '##    ##    ####    ######'
  const PAID = '######      ####    ######  ######'
  /** The beginning of `PAID 6 MIN AGO`, in narrow letters. */
  const PAID_AGO = '###   ##  ### ###    '

  it.each([
    ['that can be paid', 'pay_acai', '29 min left to pay'],
    ['that has expired', 'pay_expired', 'expired'],
    ['that has failed', 'pay_failed', 'failed'],
  ])('of a charge %s is NOT PAID, with its time and the state in words', (_name, id, words) => {
    const text = textOf(asked(id))
    expect(text).toContain(`  ${NOT}      ${PAID}\n`)
    expect(text).toContain(`\n${words}\nanswer of the service at 14:05:12\n`)
  })

  it('of a paid one is PAID, and says that it was late', () => {
    const text = textOf(asked('pay_late'))
    expect(text).toContain(`\n  ${PAID_AGO}`)
    expect(text).toContain('\npaid: 13:58:00 (late)\nanswer of the service at 14:05:12\n')
  })

  it('of one that was paid some minutes ago says when, as large, and not in green', () => {
    const style = createStyle({ color: true })
    const lines = (size: object) => frame(asked('pay_paid'), look({ ...size, style }), null).lines.join('\n')
    const green = style.largeGreen('x').split('x')[0]!
    // In 40 columns on two lines.
    for (const size of [{ columns: 80 }, SIZES[1]!]) {
      expect(lines(size)).toMatch(/█/)
      expect(lines(size)).not.toContain(green)
    }
    const narrow = frame(asked('pay_paid'), look(SIZES[1]), null).lines
    expect(narrow.filter(line => /█/.test(line))).toHaveLength(10)
  })

  it('turns into PAID in the moment in which a reading says so, with the time of that', () => {
    const text = textOf(received(asked('pay_acai'), update([paidNow(acai)]), NOW + 8_000))
    expect(text).toContain(`\n  ${PAID}\n`)
    expect(text).not.toContain(NOT)
    expect(text).toContain('\npaid: 14:05:10\nanswer of the service at 14:05:20\n')
  })

  it('is neither while it is awaited, and if there is none', () => {
    const waiting = textOf(asked('pay_acai', { answer: null }))
    const none = textOf(asked('pay_acai', { answer: { at: NOW, problem: 'no answer within 10 s' } }))
    for (const text of [waiting, none]) expect(text).not.toMatch(/##|paid/i)
    expect(waiting).toContain('\nasking the service…\n')
    expect(none).toContain('\nno answer: not known (at 14:05:12): no answer within 10 s\n')
  })

  it('is PAID without an answer too, if the service has said that before', () => {
    const text = textOf(asked('pay_paid', { answer: { at: NOW, problem: 'no answer within 10 s' } }))
    expect(text).toContain(`\n  ${PAID_AGO}`)
    expect(text).toContain('\npaid: 13:59:09\nno answer (at 14:05:12): no answer within 10 s\n')
  })

  it('is a word in a window with few rows, so that its charge is in sight', () => {
    const { lines } = frame(asked('pay_acai'), look({ columns: 80, rows: 8 }), null)
    expect(lines.slice(0, 4)).toEqual(['', '  NOT PAID', '', 'R$ 35,90'])
  })
})

describe('what is hidden', () => {
  it.each([
    ['acai', ['pay_acai']],
    ['AÇAÍ', ['pay_acai']],
    ['1000,00', ['pay_table4']],
    ['1.000', ['pay_table4']],
    ['35,9', ['pay_acai']],
    ['mesa', ['pay_table4', 'pay_expired', 'pay_failed']],
    ['pay_over', ['pay_overdue']],
    ['xyz', []],
  ])('by the search for %s is all but %j', (search, found) => {
    const state = arranged({ ...dayOf(), search })
    expect(state.rows.map(({ key }) => key)).toEqual(found)
    expect(state.chosen).toBe(found[0] ?? null)
    expect(shown(state)).toContain(`\nSearch: ${search}\n${7 - found.length} hidden by the search\n`)
  })

  it('is never what was just paid: it is marked as outside of the search', () => {
    const state = arranged({ ...received(dayOf(), update([paidNow(acai)]), NOW), search: 'mesa 4' })
    expect(state.rows.map(({ key }) => key)).toEqual(['pay_acai', 'pay_table4'])
    expect(shown(state)).toMatch(/ \* paid 14:05 .* outside the search: Açaí 500 ml$/m)
    expect(shown(state)).toContain('\n5 hidden by the search\n')
  })

  it('from a file is counted, and the totals count it', () => {
    useLanguage('pt-BR')
    const state = arranged({ ...dayOf(), ofFiles: new Set(['pay_acai', 'pay_expired', 'pay_paid']) })
    expect(state.rows.map(({ key }) => key)).toEqual(['pay_table4', 'pay_overdue', 'pay_late', 'pay_failed'])
    expect(shown(state)).toContain('a receber: 3 (R$ 1.046,40)')
    expect(shown(state)).toContain('\n3 de lista escondidas (b mostra)\n')
    const justPaid = received(state, update([paidNow(acai)]), NOW)
    expect(justPaid.rows[0]?.key).toBe('pay_acai')
    const searching = arranged({ ...state, search: 'mesa' })
    expect(shown(searching)).toContain('\n4 escondidas pela busca\n')
    const found = arranged({ ...state, search: 'açaí' })
    expect(found.rows.map(({ key }) => key)).toEqual(['pay_acai'])
  })
})

describe('a creation', () => {
  const KEY = '123e4567-e12b-42d1-a456-426655440000'
  const unknown = unknownOutcome(new Failure('network', 'no answer', { next: [] }), KEY)
  const doubtful = notMade(sending(dayOf(), { ...creation, key: KEY }), KEY, unknown)

  it('that is being sent says so', () => {
    expect(shown(sending(dayOf(), creation))).toMatch(/^> {2}sending +R\$ 5,00 {2}Bolo$/m)
  })

  it('whose outcome is unknown says so in its row', () => {
    expect(shown(doubtful)).toMatch(/^> {2}unknown +R\$ 5,00 {2}Bolo: check the internet connection$/m)
  })

  it('has the whole command that finishes it, also in 40 columns', () => {
    const state: State = { ...doubtful, view: { kind: 'creation', key: KEY } }
    const text = frame(state, look(SIZES[1]), null).lines.join(' ').replaceAll(/ +/g, ' ')
    expect(text).toContain('it is unknown whether the charge was created: no answer')
    expect(text).toContain(`pixctl charge recover ${KEY}`)
    expect(text).toContain('r try again')
  })

  it('that was refused says why, and offers nothing', () => {
    const refused = new CreationFailure('refused', 'usage', 'the amount is too much', { next: ['lower it'] })
    const state = notMade(sending(dayOf(), creation), 'key-1', refused)
    expect(shown(state)).toMatch(/^> {2}not created +R\$ 5,00 {2}Bolo: the amount is too much$/m)
    const text = frame({ ...state, view: { kind: 'creation', key: 'key-1' } }, look(), null).lines.join('\n')
    expect(text).toContain('lower it')
    expect(text).not.toContain('r try again')
  })
})
