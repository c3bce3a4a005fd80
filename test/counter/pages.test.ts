/** What the counter's pages show and do: creations, questions, the customer's side, another screen. */

import { describe, expect, it } from 'vitest'
import { CreationFailure } from '#charges/creations/failures.ts'
import { PATHS } from '#counter/pages/index.tsx'
import { charge, counterPages, NO_ANSWER, NOW, readable } from './counter-pages.ts'

const KEY = '0f9a6d1c-6a49-4a8e-9f0e-3d2b1c0a9f8e'
const paidAt = new Date(NOW - 5_000).toISOString()

/** The pages after a creation of R$ 12 to which the service gave no answer. */
async function unanswered() {
  const pages = await counterPages()
  pages.counter.answer = () => new CreationFailure('unknown', 'network', 'no answer', { next: [] })
  const form = { csrf: pages.csrf, key: KEY, amount: '12', description: 'Bolo' }
  return { ...pages, answer: await pages.visitor.post('/', form) }
}

describe('a new charge', () => {
  it('is made of the amount and the description as they are typed', async () => {
    const { counter, visitor, csrf } = await counterPages()
    counter.answer = () => charge('pay_new')
    const answer = await visitor.post('/', { csrf, key: KEY, amount: ' R$ 35,90 ', description: ' Açaí ' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/charges/pay_new'])
    expect(counter.sent).toEqual([{ key: KEY, amount: 3590, description: 'Açaí' }])
  })

  it.each([
    ['35,901', 'not an amount in reais'],
    ['0', 'more than zero'],
    ['', 'empty'],
    ['9999999', 'more than the service accepts'],
  ])('is not made of the amount %j: the form says why, and keeps what was typed', async (amount, why) => {
    const { counter, visitor, csrf } = await counterPages()
    const answer = await visitor.post('/', { csrf, key: KEY, amount, description: '<b>Bolo' })
    expect(answer.status).toBe(422)
    const page = await answer.text()
    expect(page).toContain(why)
    expect(page).toContain(`value="${amount}"`)
    expect(page).toContain('&lt;b&gt;Bolo')
    expect(counter.sent).toEqual([])
    // The lists go on: a payment must not be missed while a form is corrected.
    expect(page).toMatch(/id="just-paid" data-live/)
  })

  it('that the service refuses is in the form with its reason, and in no list', async () => {
    const { counter, visitor, csrf } = await counterPages()
    counter.answer = () =>
      new CreationFailure('refused', 'usage', 'the total is above the limit', { next: [] })
    const answer = await visitor.post('/', { csrf, key: KEY, amount: '12', description: 'Bolo' })
    expect(answer.status).toBe(422)
    const page = await answer.text()
    expect(page).toContain('The total is above the limit.')
    expect(page).toContain('value="Bolo"')
    expect(page).not.toContain(KEY)
    expect(counter.day.creations).toEqual([])
  })

  it('whose outcome is not known is in the list, can be sent again and can not be removed', async () => {
    const { counter, visitor, csrf, answer } = await unanswered()
    expect(answer.headers.get('location')).toBe('/')
    expect(readable(await visitor.text('/'))).toContain('not known whether created')
    await visitor.post(`/creations/${KEY}/dismiss`, { csrf, confirmed: 'yes' })
    expect(counter.day.creations).toHaveLength(1)
    counter.answer = () => charge('pay_again')
    const again = await visitor.post(`/creations/${KEY}/recover`, { csrf })
    expect(again.headers.get('location')).toBe('/charges/pay_again')
    expect(counter.day.creations).toEqual([])
  })

  it('of a form that was sent before with another amount is not made, and the first one stays in the list', async () => {
    const { counter, visitor, csrf } = await unanswered()
    const answer = await visitor.post('/', { csrf, key: KEY, amount: '20', description: 'Bolo' })
    expect(answer.status).toBe(422)
    expect(await answer.text()).toMatch(/sent before, with R\$\s12,00/)
    expect(counter.day.creations).toMatchObject([{ key: KEY, amount: 1200 }])
    expect(counter.sent).toHaveLength(1)
  })

  it('that takes longer than two seconds stands in the list as being sent', async () => {
    const { counter, visitor, csrf, clock } = await counterPages()
    const answer = visitor.post('/', { csrf, key: KEY, amount: '12' })
    while (counter.sent.length === 0) await new Promise(setImmediate)
    clock.advance(2_000)
    expect((await answer).headers.get('location')).toBe('/')
    expect(readable(await visitor.text('/'))).toContain('sending')
  })

  it('is made of cents where typed digits are cents', async () => {
    const { counter, visitor, csrf } = await counterPages({ cents: true })
    counter.answer = () => charge('pay_new')
    await visitor.post('/', { csrf, key: KEY, amount: '350' })
    expect(counter.sent).toMatchObject([{ amount: 350 }])
    const page = await visitor.text('/')
    expect(page).toContain('Amount in cents (350 is R$ 3,50)')
    expect([...page.matchAll(/data-digit="(\d*)"/g)].map(([, digit]) => digit)).toEqual([
      ...'123456789',
      '00',
      '0',
      '',
    ])
    const { visitor: other } = await counterPages()
    const withoutCents = await other.text('/')
    expect(withoutCents).toContain('Amount in reais (350 is R$ 350,00)')
    expect(withoutCents).not.toContain('data-digit')
  })

  it('of an unusual amount is asked about once, for this amount, and keeps its key', async () => {
    const { counter, visitor, csrf } = await counterPages()
    counter.day = { ...counter.day, unusualFrom: 30_000 }
    counter.answer = () => charge('pay_new')
    const form = { csrf, key: KEY, amount: '350', description: 'Bolo' }
    const asked = await visitor.post('/', form)
    expect(asked.status).toBe(422)
    const page = await asked.text()
    expect(page).toMatch(/R\$\s350,00 is far above what this shop usually charges/)
    expect(page).toContain('name="sure" value="35000"')
    expect(page).toContain(`name="key" value="${KEY}"`)
    expect(page).toContain('value="Bolo"')
    // The yes is for this amount alone.
    expect((await visitor.post('/', { ...form, sure: '35000', amount: '360' })).status).toBe(422)
    expect(counter.sent).toEqual([])
    const answer = await visitor.post('/', { ...form, sure: '35000' })
    expect([answer.status, counter.sent]).toMatchObject([303, [{ key: KEY, amount: 35_000 }]])
  })

  it('of an unusual amount that was sent before is not asked about again', async () => {
    const { counter, visitor, csrf } = await unanswered()
    counter.day = { ...counter.day, unusualFrom: 0 }
    const answer = await visitor.post('/', { csrf, key: KEY, amount: '12', description: 'Bolo' })
    expect(answer.status).toBe(303)
  })

  it('keeps its key when what was typed is no amount', async () => {
    const { visitor, csrf } = await counterPages()
    const answer = await visitor.post('/', { csrf, key: KEY, amount: 'x' })
    expect(await answer.text()).toContain(`name="key" value="${KEY}"`)
  })

  it('is what the form showed, though the counter reads digits otherwise by now', async () => {
    for (const [cents, digits, amount] of [
      [true, 'reais', 2500],
      [false, 'cents', 25],
    ] as const) {
      const { counter, visitor, csrf } = await counterPages({ cents })
      counter.answer = () => charge('pay_new')
      await visitor.post('/', { csrf, key: KEY, digits, amount: '25', sure: String(amount) })
      expect(counter.sent).toMatchObject([{ amount }])
    }
  })

  it('that is not finished is named at the form with what can be done, and must not be typed again', async () => {
    const { visitor, counter, csrf } = await unanswered()
    const said = async () => {
      const page = await visitor.text('/')
      return readable(`<body>${/id="under-way".*?(?=<\/div><\/section>|id="open")/s.exec(page)![0]}</body>`)
    }
    expect(await said()).toMatch(
      /R\$ 12,00 not known whether created Bolo Try again R\$ 12,00 Do not type it again\./,
    )
    counter.answer = () => new CreationFailure('refused', 'usage', 'the limit', { next: [] })
    await visitor.post(`/creations/${KEY}/recover`, { csrf })
    expect(await said()).toMatch(/R\$ 12,00 not created Bolo Remove from the list R\$ 12,00 The limit\. /)
    counter.answer = () => charge('pay_again')
    await visitor.post(`/creations/${KEY}/recover`, { csrf })
    expect(await said()).not.toMatch(/12,00/)
  })

  it('is removed from the list once that was confirmed', async () => {
    const { visitor, counter, csrf } = await unanswered()
    counter.answer = () => new CreationFailure('refused', 'usage', 'the limit', { next: [] })
    await visitor.post(`/creations/${KEY}/recover`, { csrf })
    const asked = await visitor.post(`/creations/${KEY}/dismiss`, { csrf })
    expect(readable(await asked.text())).toMatch(/Remove R\$ 12,00 from the list\?/)
    expect(counter.day.creations).toHaveLength(1)
    await visitor.post(`/creations/${KEY}/dismiss`, { csrf, confirmed: 'yes' })
    expect(counter.day.creations).toEqual([])
  })

  it('has another key in each form, which is a UUID', async () => {
    const { visitor } = await counterPages()
    const keyOf = async () => /name="key" value="([0-9a-f-]{36})"/.exec(await visitor.text('/'))![1]
    expect(await keyOf()).not.toBe(await keyOf())
  })
})

describe('a question to the service', () => {
  const asking = async (pages: Awaited<ReturnType<typeof counterPages>>) => {
    const answer = await pages.visitor.post('/charges/pay_1/ask', { csrf: pages.csrf })
    return pages.visitor.text(answer.headers.get('location')!)
  }

  it('shows NOT PAID with the time of the answer, and PAID once it is', async () => {
    const pages = await counterPages()
    pages.counter.read([charge('pay_1', 60, { amount: 35.9 })])
    const page = readable(await asking(pages))
    expect(page).toMatch(/NOT PAID R\$ 35,90 .* at 14:05:12/)
    // The same address shows what has become of it meanwhile.
    pages.counter.read([charge('pay_1', 60, { amount: 35.9, status: 'PAID', paidAt })])
    expect(readable(await asking(pages))).toMatch(/ PAID R\$ 35,90 .*Paid at 14:05:07/)
    expect(readable(await asking(pages))).not.toContain('NOT PAID')
  })

  it('shows neither when there is no answer', async () => {
    const pages = await counterPages()
    pages.counter.read([charge('pay_1')])
    pages.counter.said = () => null
    const answer = await pages.visitor.post('/charges/pay_1/ask', { csrf: pages.csrf })
    const path = answer.headers.get('location')!
    const page = readable(await pages.visitor.text(path))
    expect(page).toContain('NOT KNOWN')
    expect(page).toContain('Check the internet connection.')
    expect(page).not.toMatch(/NOT PAID| PAID/)
    pages.clock.advance(5_000)
    pages.counter.read([])
    expect(readable(await pages.visitor.text(path))).not.toContain('NOT KNOWN')
  })

  it('of before is not shown as one of now', async () => {
    const pages = await counterPages()
    pages.counter.read([charge('pay_1')])
    const answer = await pages.visitor.post('/charges/pay_1/ask', { csrf: pages.csrf })
    const asked = new URLSearchParams(answer.headers.get('location')!.split('?')[1]).get('asked')
    for (const query of ['', '?asked=undefined', `?asked=${Number(asked) + 1}`]) {
      expect(await pages.visitor.text(`/charges/pay_1${query}`)).not.toContain('verdict')
    }
    // Another screen has asked since: its answer is shown to both.
    pages.clock.advance(1_000)
    await pages.visitor.post('/charges/pay_1/ask', { csrf: pages.csrf, once: '2' })
    const shown = readable(await pages.visitor.text(answer.headers.get('location')!))
    expect(shown).toMatch(/NOT PAID .* at 14:05:13/)
  })
})

describe('a charge', () => {
  it('that was paid late says so', async () => {
    const { counter, visitor } = await counterPages()
    counter.read([charge('pay_1', 3_600, { status: 'PAID', paidAt })])
    expect(readable(await visitor.text('/charges/pay_1'))).toMatch(/PAID.*LATE, at 14:05:07/)
  })

  it('says for a minute of a payment beside it that it is of another one', async () => {
    const { counter, visitor, clock } = await counterPages()
    counter.read([charge('pay_1'), charge('pay_2zz9', 60, { amount: 12 })])
    counter.read([charge('pay_2zz9', 60, { status: 'PAID', paidAt, amount: 12 })])
    const page = await visitor.text('/charges/pay_1')
    expect(readable(page)).toContain('ANOTHER charge was paid at 14:05:07: R$ 12,00 (14:04 …2zz9)')
    expect(page).not.toContain('verdict')
    clock.advance(60_000)
    expect(await visitor.text('/charges/pay_1')).not.toContain('ANOTHER')
  })

  it('that waits says so, with the time that is left in words', async () => {
    const { counter, visitor } = await counterPages()
    counter.read([charge('pay_1', 11 * 60 + 30), charge('pay_2', 29 * 60)])
    expect(readable(await visitor.text('/charges/pay_1'))).toContain('Waiting for payment, 18 min left')
    const portuguese = { cookie: `${visitor.cookie}; pixctl_language=pt-BR` }
    const page = await visitor.text('/charges/pay_1', portuguese)
    expect(readable(page)).toContain('Aguardando pagamento, faltam 18 min')
    const list = await visitor.text('/', portuguese)
    expect(readable(list)).toMatch(/faltam 18 min .*falta 1 min/)
    expect(list).not.toMatch(/Hor\u00e1rio|18:\d\d/)
  })

  it('that was paid some minutes ago says when, and is not green', async () => {
    const { counter, visitor, clock } = await counterPages()
    counter.read([charge('pay_1')])
    counter.read([charge('pay_1', 60, { status: 'PAID', paidAt: new Date(NOW).toISOString() })])
    const word = async () => {
      const page = await visitor.text('/charges/pay_1')
      return /<div class="verdict (\w+)".*?<h1[^>]*>(.*?)</s.exec(page)!.slice(1)
    }
    expect(await word()).toEqual(['good', 'PAID'])
    const later = async (minutes: number) => {
      clock.advance(minutes * 60_000)
      return word()
    }
    expect(await later(4.99)).toEqual(['good', 'PAID'])
    expect(await later(0.01)).toEqual(['off', 'PAID 5 MIN AGO'])
    expect(await later(7)).toEqual(['off', 'PAID 12 MIN AGO'])
    expect(await later(120)).toEqual(['off', 'PAID 2 H AGO'])
    expect(await later(24 * 60)).toEqual(['off', 'PAID 1 DAY AGO'])
    expect(await later(48 * 60)).toEqual(['off', 'PAID 3 DAYS AGO'])
  })

  it('that is not here is not found, with what shows it', async () => {
    const { visitor } = await counterPages()
    const answer = await visitor.get('/charges/pay_old')
    expect(answer.status).toBe(404)
    expect(await answer.text()).toContain('pixctl charges get pay_old')
  })
})

describe('no contact', () => {
  it('is said with its time on every page as soon as the service is silent for ten seconds', async () => {
    const { counter, visitor, clock, customers, stranger } = await counterPages()
    counter.read([charge('pay_1')])
    const all = async () => [
      await visitor.text('/'),
      await visitor.text('/charges/pay_1'),
      await stranger.text(customers.path),
    ]
    clock.advance(9_999)
    for (const page of await all()) expect(readable(page)).not.toContain('No contact')
    clock.advance(1)
    for (const page of await all()) expect(readable(page)).toContain('No contact since 14:05')
  })
})

describe('the customer\u2019s page', () => {
  it('has the code and the amount of what is open at the counter, and nothing else', async () => {
    const { counter, customers, stranger, visitor } = await counterPages()
    counter.read([charge('pay_secret', 60, { amount: 35.9, description: 'Mesa 4' }), charge('pay_2')])
    const shown = async () => readable(await stranger.text(customers.path)).trim()
    expect(await shown()).toBe('Loja centro Pay here with Pix Connecting')
    await visitor.text('/charges/pay_secret')
    const page = await stranger.text(customers.path)
    expect(readable(page).trim()).toBe('Pay with Pix R$ 35,90 Connecting')
    expect(page).not.toMatch(/<a |<form|pay_secret|Mesa 4|SANDBOX|charges watch/)
    expect(page).toContain('src="data:image/png;base64,')
    // The last opened one counts, not an open page that fetches itself again.
    await visitor.text('/charges/pay_2')
    await visitor.text('/charges/pay_secret', { 'pixctl-live': 'en' })
    expect(await shown()).toBe('Pay with Pix R$ 10,50 Connecting')
  })

  it('shows a charge that was made, though it took too long to be opened by itself', async () => {
    const { counter, customers, stranger, visitor, csrf } = await counterPages()
    counter.answer = () => charge('pay_new', 0, { amount: 8 })
    await visitor.post('/', { csrf, key: KEY, amount: '8' })
    expect(await stranger.text(customers.path)).toMatch(/R\$\s8,00/)
  })

  it('turns into a large PAID for a minute, and never shows the last customer\u2019s charge', async () => {
    const { counter, customers, stranger, visitor, clock } = await counterPages()
    const shown = async (over: Parameters<typeof charge>[2] = {}) => {
      counter.read([charge('pay_1', 60, over)])
      return readable(await stranger.text(customers.path)).trim()
    }
    await shown()
    await visitor.text('/charges/pay_1')
    expect(await shown({ status: 'EXPIRED' })).toContain('Pay here with Pix')
    expect(await shown({ status: 'FAILED' })).toContain('Pay here with Pix')
    const paid = { status: 'PAID', paidAt } as const
    expect(await shown(paid)).toBe('PAID R$ 10,50 Connecting')
    clock.advance(59_999)
    expect(await shown(paid)).toContain('PAID')
    clock.advance(1)
    expect(await shown(paid)).toBe('Loja centro Pay here with Pix Connecting')
    // Who looks at an old payment shows it to nobody.
    await visitor.text('/charges/pay_1')
    expect(await shown(paid)).not.toMatch(/PAID|R\$/)
  })

  it('of a charge whose time is over sends its customer to the counter', async () => {
    const { counter, customers, stranger, visitor, clock } = await counterPages()
    counter.read([charge('pay_1')])
    await visitor.text('/charges/pay_1')
    clock.advance(30 * 60_000)
    counter.read([])
    const page = await stranger.text(customers.path)
    expect(page).toContain('Please ask at the counter')
    expect(page).not.toContain('data:image')
  })

  it('says that there is no contact, and nothing of why', async () => {
    const { counter, customers, stranger, visitor } = await counterPages()
    counter.read([charge('pay_1')])
    counter.read([], { connection: 'lost', problem: NO_ANSWER })
    const why = 'Check the internet connection'
    expect(readable(await visitor.text('/'))).toContain(why)
    const page = readable(await stranger.text(customers.path))
    expect(page).toContain('No contact since')
    expect(page).not.toContain(why)
  })

  it('of an unknown address has no information, and no stream', async () => {
    const { counter, stranger, visitor } = await counterPages()
    counter.read([charge('pay_1')])
    for (const name of ['pay_1', 'x', 'a'.repeat(43), 'x/live']) {
      const path = `/customer/${name}`
      const answer = await stranger.get(path)
      expect(answer.status).toBe(404)
      expect((await answer.text()).replaceAll(path, '')).not.toMatch(/pay_1|R\$|SANDBOX|data:/)
    }
    expect(visitor.cookie).not.toBe('')
  })
})

it('nobody gets a page or changes something without a login', async () => {
  const { counter, stranger, csrf } = await counterPages()
  counter.read([charge('pay_1')])
  for (const path of PATHS.pages) expect((await stranger.get(path.replace(':id', 'pay_1'))).status).toBe(401)
  for (const path of PATHS.changes) {
    const answer = await stranger.post(path.replace(/:\w+/, 'pay_1'), { csrf, key: KEY, amount: '1' })
    expect(answer.status).toBe(401)
  }
  expect(counter.sent).toEqual([])
})

it('no change is made without the token of the form', async () => {
  const { counter, visitor } = await counterPages()
  counter.read([charge('pay_1')])
  for (const path of PATHS.changes) {
    expect((await visitor.post(path.replace(/:\w+/, 'pay_1'), { key: KEY, amount: '1' })).status).toBe(403)
  }
  expect(counter.sent).toEqual([])
})

it('another screen gets an address, which is shown once', async () => {
  const { visitor, csrf } = await counterPages()
  const answer = await visitor.post('/screen', { csrf })
  expect(answer.headers.get('location')).toBe('/')
  const page = await visitor.text('/')
  expect(page).toContain('https://counter.test/#login=x')
  expect(page).toContain('Another screen of the counter (not for customers)')
  expect(page).toMatch(/<a class="button" href="\/">Close</)
  expect(await visitor.text('/')).not.toContain('https://counter.test/#login=x')
})

it('what lists made is hidden, counted, and shown when it is asked for or searched', async () => {
  const { counter, visitor } = await counterPages()
  counter.read([
    charge('pay_own1', 600, { amount: 12 }),
    charge('pay_list1', 60, { amount: 99, description: 'Mensalidade' }),
    charge('pay_list2', 50, { amount: 98, status: 'EXPIRED' }),
  ])
  const LINK = /<a [^>]*data-hotkey="b"[^>]*>(.*?)</
  expect(await visitor.text('/')).not.toMatch(LINK)
  counter.day = { ...counter.day, ofFiles: new Set(['pay_list1', 'pay_list2']) }
  const rowsOf = (page: string) => [...page.matchAll(/href="\/charges\/(\w+)"/g)].map(([, id]) => id)
  const hidden = await visitor.text('/')
  expect(rowsOf(hidden)).toEqual(['pay_own1'])
  expect(LINK.exec(hidden)![1]).toBe('Show lists (2) ')
  // The totals count all.
  expect(readable(hidden)).toContain('To be paid: R$ 111,00 (2 charges)')
  const shown = await visitor.text('/?lists=1')
  expect(rowsOf(shown)).toEqual(['pay_own1', 'pay_list1', 'pay_list2'])
  expect(LINK.exec(shown)![1]).toBe('Hide lists ')
  expect(rowsOf(await visitor.text('/?search=mensalidade'))).toEqual(['pay_list1'])
  expect(rowsOf(await visitor.text('/?search=98'))).toEqual(['pay_list2'])
  // What was just paid is never hidden.
  counter.read([charge('pay_list1', 60, { amount: 99, status: 'PAID', paidAt })])
  expect(rowsOf(await visitor.text('/'))).toEqual(['pay_own1', 'pay_list1'])
})

it('the day by hour is drawn, and said in a table', async () => {
  const { counter, visitor } = await counterPages()
  const at = (time: string) => ({ status: 'PAID' as const, createdAt: time, paidAt: time })
  counter.read([
    charge('pay_1', 0, { ...at('2026-11-20T14:30:00.000Z'), amount: 10 }),
    charge('pay_2', 0, { ...at('2026-11-20T16:30:00.000Z'), amount: 40 }),
  ])
  const page = await visitor.text('/')
  const bars = [...page.matchAll(/<rect width="([\d.]+)"/g)].map(([, value]) => value)
  expect(bars).toEqual(['25', '0', '100'])
  expect(readable(page)).toMatch(/11 h R\$ 10,00 1 created, 1 paid 12 h R\$ 0,00 .* 13 h R\$ 40,00/)
})

it('what an earlier run has left is said with its command', async () => {
  const { visitor } = await counterPages({
    unfinished: () => ({ command: 'charge recover', say: '2 charges' }),
  })
  expect(readable(await visitor.text('/'))).toMatch(/2 charges: pixctl charge recover/)
})
