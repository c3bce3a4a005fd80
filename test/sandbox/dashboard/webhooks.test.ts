/** The dashboard's pages of webhook endpoints and their deliveries. */

import { describe, expect, it } from 'vitest'
import { startReceiver, status } from '../receiver.ts'
import { formsOf, MAIN, startDashboard } from './pages.ts'

describe('webhook endpoints', () => {
  const WEBHOOKS = `${MAIN}/webhooks`

  it('are registered with their events; the secret is shown once; a test shows its answer', async () => {
    const { person, control } = await startDashboard()
    const receiver = await startReceiver((response, _) => response.writeHead(401).end('bad signature'))
    const made = await person.act(WEBHOOKS, WEBHOOKS, { url: receiver.url, event: ['payment.approved'] })
    expect(made.text).toMatch(/whsec_[0-9a-f]{64}/)
    const [listed] = (await control('/webhooks')).body.data
    expect(listed).toMatchObject({ url: receiver.url, events: ['payment.approved'] })
    const path = `${WEBHOOKS}/${listed.id}`
    const [secret = ''] = /whsec_[0-9a-f]{64}/.exec(made.text) ?? []
    for (const page of [await person.get(path), await person.get(WEBHOOKS)]) {
      expect(page.text).not.toMatch(/whsec_\w/)
      expect(page.text).toContain(`whsec_…${secret.slice(-4)}`)
    }
    const tested = await person.act(path, `${path}/test`)
    expect(tested.text).toContain("The receiver answered 401, which isn't a 2xx.")
    expect(tested.text).toContain('endpoint.test failed')
    expect(tested.text).toMatch(/X-Service-Signature t=\d+,v1=[0-9a-f]{64}/)
    expect((await person.get(`${path}?state=tests`)).text).toContain('Tests 1')
    expect((await person.get(path)).text).toContain('All 0')
  })

  it.each(['http://example.com/', 'javascript:alert(1)'])('are not registered as %j', async url => {
    const { person, control } = await startDashboard()
    const refused = await person.submit(WEBHOOKS, WEBHOOKS, { url, event: ['payment.failed'] })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('URL must be an https address')
    expect(refused.html).toContain(`value="${url}"`)
    expect(refused.html).toMatch(/value="payment.failed" checked/)
    expect((await control('/webhooks')).body.data).toEqual([])
  })

  it('are removed', async () => {
    const { person, control } = await startDashboard()
    const { id } = (await control('/webhooks', { url: 'http://127.0.0.1:1/' })).body.data
    const [, remove] = formsOf((await person.get(`${WEBHOOKS}/${id}`)).html).filter(({ action }) =>
      action.includes(id),
    )
    const asked = await person.send(remove!.action, remove!.hidden)
    expect(asked.text).toContain('Remove this endpoint?')
    expect((await control('/webhooks')).body.data).toHaveLength(1)
    const after = await person.act(`${WEBHOOKS}/${id}`, `${WEBHOOKS}/${id}/remove`)
    expect(after.text).toContain('No endpoint yet')
    expect((await control('/webhooks')).body.data).toEqual([])
    expect((await person.get(`${WEBHOOKS}/${id}`)).status).toBe(404)
  })
})

describe('a delivery', () => {
  it('that a fault changed says so, also when the fault is cleared', async () => {
    const { person, control } = await startDashboard()
    const receiver = await startReceiver(response => response.writeHead(204).end())
    const { id } = (await control('/webhooks', { url: receiver.url })).body.data
    const order = { on: 'webhook', kind: 'status', status: 500, times: 1 }
    const fault = (await control('/faults', order)).body.data
    const path = `${MAIN}/webhooks/${id}`
    const sent = await person.submit(path, `${path}/test`)
    const page = await person.get(sent.location)
    expect(page.text).not.toContain('The receiver answered')
    const said = `The fault ${fault.id} made this attempt go wrong.`
    expect(page.text).toContain(said)
    expect((await person.get(`${MAIN}/faults`)).text).toContain('Answer 500')
    await control(`/faults/${fault.id}`, undefined, { method: 'DELETE' })
    expect((await person.get(sent.location)).text).toContain(said)
  })

  it('has every attempt, its headers and answer, and is sent again by hand', async () => {
    const { person, control, create, clock } = await startDashboard()
    const receiver = await startReceiver((response, _) => response.writeHead(500).end('<b>boom</b>'))
    const { id: endpoint } = (await control('/webhooks', { url: receiver.url })).body.data
    await create({ amount: 10.5, description: 'Pão' })
    await receiver.received.until(1)
    const list = `${MAIN}/webhooks/${endpoint}`
    const page = await person.until(list, '1 of 5')
    expect(page.text).toMatch(/All 1 Pending 1 Delivered 0 Failed 0 Tests 0/)
    const path = /href="([^"]*\/deliveries\/[^"]*)"/.exec(page.html)?.[1] ?? ''
    const one = await person.until(path, 'boom')
    expect(one.text).toContain('payment.created pending')
    expect(one.text).toMatch(/Attempt 2 \d{4}-.* Attempt 1 500/)
    expect(one.text).toContain('<b>boom</b>')
    expect(one.text).toContain(String(receiver.received.all[0]?.headers['x-service-signature']))
    expect(one.text).toContain(receiver.received.all[0]?.body.toString())

    receiver.answer = status(204)
    clock.advance(30_000)
    const sent = await person.act(path, `${path}/send`)
    expect(sent.text).toContain('The receiver answered 204.')
    expect(sent.text).toContain('payment.created delivered')
    expect(sent.text).toMatch(/By hand 204.*Attempt 1 500/)
    expect(receiver.received.all).toHaveLength(2)
    expect(receiver.received.all[1]?.body).toEqual(receiver.received.all[0]?.body)
  })
})
