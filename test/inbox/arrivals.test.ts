import { describe, expect, it } from 'vitest'
import { AT, OTHER, OTHER_BYTES, STORE_A, STORE_B, WATCHED } from './arriving.ts'
import { describeEngines } from './engines.ts'
import { attempt, isPending, nextPending, take } from './keeping.ts'

describeEngines(({ open, newPlace }) => {
  describe('an arrival', () => {
    it('is kept as it came, byte by byte', async () => {
      const place = await newPlace()
      const body = Buffer.from([0, 0x7b, 0xff, 0xc3, 0xa9, 0x0a])
      const headers = 'X-Service-Event\npayment.created\nX-Empty\n\nX-Latin\né'
      await take(await place.open(), { body, headers })
      expect(await (await place.open()).reading.find('dlv_1')).toEqual({
        id: expect.any(Number),
        channel: 'webhook',
        delivery: 'dlv_1',
        given: 'dlv_1',
        event: 'payment.created',
        eventId: 'evt_1',
        paymentId: 'pay_1',
        receivedAt: AT,
        headers,
        body,
        forward: 'pending',
        attempts: 0,
        lastStatus: null,
      })
    })

    it('may be empty, and of an event without an id', async () => {
      const inbox = await open()
      await take(inbox, { body: Buffer.alloc(0), headers: '', eventId: null, paymentId: null })
      expect(await inbox.reading.find('dlv_1')).toMatchObject({
        body: Buffer.alloc(0),
        eventId: null,
        paymentId: null,
      })
    })
  })

  describe('two events that approve the same charge', () => {
    const PAYMENT = { event: 'payment.approved', delivery: 'dlv_p', eventId: 'evt_p' }
    const DEPOSIT = { event: 'deposit.approved', delivery: 'dlv_d', eventId: 'evt_d' }

    it.each([
      ['the deposit second', PAYMENT, DEPOSIT, { event: 'payment.approved', eventId: 'evt_p' }],
      ['the payment second', DEPOSIT, PAYMENT, { event: 'deposit.approved', eventId: 'evt_d' }],
      [
        'a deposit without an id first',
        { ...DEPOSIT, eventId: null },
        PAYMENT,
        { event: 'deposit.approved', eventId: null },
      ],
      [
        'a deposit without an id second',
        PAYMENT,
        { ...DEPOSIT, eventId: null },
        { event: 'payment.approved', eventId: 'evt_p' },
      ],
      ['two of one kind', PAYMENT, { ...PAYMENT, delivery: 'dlv_2', eventId: 'evt_2' }, null],
      ['the same event under another delivery id', PAYMENT, { ...PAYMENT, delivery: 'dlv_2' }, null],
      ['the first again', PAYMENT, PAYMENT, null],
      ['another charge', PAYMENT, { ...DEPOSIT, paymentId: 'pay_2' }, null],
      ['a charge that is not named', { ...PAYMENT, paymentId: null }, { ...DEPOSIT, paymentId: null }, null],
      ['an event that approves nothing', PAYMENT, { event: 'payment.created', delivery: 'dlv_c' }, null],
      ['an approval after one that approves nothing', { event: 'payment.created' }, PAYMENT, null],
    ])('are found: %s', async (_name, first, second, otherApproval) => {
      const inbox = await open()
      await take(inbox, first)
      expect((await take(inbox, second)).otherApproval).toEqual(otherApproval)
    })

    it('are both forwarded: the target has to recognize them', async () => {
      const inbox = await open()
      await take(inbox, PAYMENT)
      await attempt(inbox, 'dlv_p', 200)
      expect(await take(inbox, DEPOSIT)).toMatchObject({ verdict: 'accepted', forward: 'pending' })
    })

    it('are found on a resend of the payment too, but not of the deposit, for which the search takes long', async () => {
      const inbox = await open()
      await take(inbox, PAYMENT)
      await take(inbox, DEPOSIT)
      expect((await take(inbox, PAYMENT)).otherApproval).toEqual({
        event: 'deposit.approved',
        eventId: 'evt_d',
      })
      expect((await take(inbox, DEPOSIT)).otherApproval).toBeNull()
    })
  })

  describe('what is pending', () => {
    it('comes in the order of arrival', async () => {
      const inbox = await open()
      for (const n of [1, 2, 3]) await take(inbox, { delivery: `dlv_${n}`, eventId: `evt_${n}` })
      const order: string[] = []
      for (let head = await nextPending(inbox); head; head = await nextPending(inbox)) {
        order.push(head.delivery)
        await attempt(inbox, head.delivery, 200)
      }
      expect(order).toEqual(['dlv_1', 'dlv_2', 'dlv_3'])
      expect(await inbox.queue.countPending()).toBe(0)
    })

    it('stays at the head until a 2xx, and counts its attempts', async () => {
      const inbox = await open()
      await take(inbox)
      await take(inbox, { ...OTHER, eventId: 'evt_2' })
      for (const status of [500, null, 302]) await attempt(inbox, 'dlv_1', status)
      expect(await nextPending(inbox)).toMatchObject({ delivery: 'dlv_1', attempts: 3, lastStatus: 302 })
      await attempt(inbox, 'dlv_1', null)
      expect(await inbox.reading.find('dlv_1')).toMatchObject({
        attempts: 4,
        lastStatus: null,
        forward: 'pending',
      })
      expect(await inbox.queue.countPending()).toBe(2)
    })

    it('is done together with its event in every other delivery', async () => {
      const inbox = await open()
      await take(inbox, WATCHED)
      await take(inbox, OTHER)
      // A replay of the one that was only watched.
      await attempt(inbox, 'dlv_1', 200)
      expect(await inbox.reading.find('dlv_2')).toMatchObject({ forward: 'done', attempts: 0 })
      expect(await nextPending(inbox)).toBeNull()
    })

    it('is not done with the event of another secret that has the same id', async () => {
      const inbox = await open()
      await take(inbox, STORE_A)
      await take(inbox, { ...OTHER, ...STORE_B, ...OTHER_BYTES })
      await attempt(inbox, 'dlv_1', 200)
      expect((await nextPending(inbox))?.delivery).toBe('dlv_2')
      expect(await isPending(inbox, 'dlv_1')).toBe(false)
      expect(await isPending(inbox, 'dlv_2')).toBe(true)
    })

    it('does not change those without an event id', async () => {
      const inbox = await open()
      await take(inbox, { eventId: null })
      await take(inbox, { ...OTHER, eventId: null })
      await attempt(inbox, 'dlv_1', 200)
      expect((await nextPending(inbox))?.delivery).toBe('dlv_2')
    })

    it('stays done after a later replay that fails', async () => {
      const inbox = await open()
      await take(inbox)
      await attempt(inbox, 'dlv_1', 200)
      await attempt(inbox, 'dlv_1', 500)
      expect(await inbox.reading.find('dlv_1')).toMatchObject({
        forward: 'done',
        attempts: 2,
        lastStatus: 500,
      })
    })

    it('never includes what was only watched, even after a failed replay', async () => {
      const inbox = await open()
      await take(inbox, WATCHED)
      await attempt(inbox, 'dlv_1', 500)
      expect((await inbox.reading.find('dlv_1'))?.forward).toBe('none')
    })
  })

  describe('profiles', () => {
    it('have separate inboxes', async () => {
      const place = await newPlace()
      await take(await place.open({ profile: 'a' }))
      expect(await (await place.open({ profile: 'b' })).reading.find('dlv_1')).toBeNull()
    })
  })
})
