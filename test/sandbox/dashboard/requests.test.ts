/** The page of what the API was asked. */

import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { MAIN, startDashboard } from './pages.ts'

const PATH = `${MAIN}/requests`

it('lists the calls with their key, answer and fault, and the body folded', async () => {
  const { person, api, create, control } = await startDashboard()
  expect((await person.get(PATH)).text).toContain('No call yet')
  const fault = (await control('/faults', { on: 'create', status: 503, times: 1 })).body.data.id
  const key = randomUUID()
  await create({ amount: 10.5, description: 'Pedido 7' }, key)
  await api('/payments?page=2')
  const { text, html } = await person.get(PATH)
  expect(text).toContain('GET /api/v1/payments?page=2 200')
  expect(text).toMatch(new RegExp(`POST /api/v1/payments Body .*"Pedido 7"} .*503 ${fault} ${key}`))
  expect(html).toMatch(/<details id="req_\w+-body">/)
})

it('shows the latest hundred', async () => {
  const { person, api } = await startDashboard()
  for (let count = 1; count <= 101; count++) await api(`/payments?page=${count}`)
  const { text } = await person.get(PATH)
  expect(text).toContain('/api/v1/payments?page=101 ')
  expect(text).not.toContain('/api/v1/payments?page=1 ')
})
