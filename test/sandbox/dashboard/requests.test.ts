/** The pages of what the API was asked. */

import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { MAIN, startDashboard } from './pages.ts'

const PATH = `${MAIN}/requests`

it('lists the calls with their answers and faults, and shows one with its body', async () => {
  const { person, api, create, control } = await startDashboard()
  expect((await person.get(PATH)).text).toContain('No call yet')
  const fault = (await control('/faults', { on: 'create', status: 503, times: 1 })).body.data.id
  const key = randomUUID()
  await create({ amount: 10.5, description: 'Pedido 7' }, key)
  await api('/status')
  const { text, html } = await person.get(PATH)
  expect(text).toMatch(/GET \/api\/v1\/status 200 .*POST \/api\/v1\/payments 503 flt_\w+ /)
  expect(text).toContain(fault)
  const [{ id }] = (await control('/requests?method=POST')).body.data
  expect(html).toContain(`href="${PATH}/${id}"`)
  const page = await person.get(`${PATH}/${id}`)
  expect(page.text).toContain(key)
  expect(page.text).toContain('{"amount":10.5,"description":"Pedido 7"}')
  expect((await person.get(`${PATH}/req_none`)).status).toBe(404)
})

it('has pages of fifty', async () => {
  const { person, api } = await startDashboard()
  for (let count = 0; count < 51; count++) await api('/status')
  const first = await person.get(PATH)
  expect(first.html.match(/href="\/stores\/main\/requests\/req_/g)).toHaveLength(50)
  const last = await person.get(`${PATH}?skip=50`)
  expect(last.html.match(/href="\/stores\/main\/requests\/req_/g)).toHaveLength(1)
})
