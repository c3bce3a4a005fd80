import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Shell } from '../../src/web/components/shell.tsx'
import { Site } from '../../src/web/site.tsx'
import { FakeClock } from '../support/clock.ts'

const ORIGIN = 'http://127.0.0.1:4011'

it('logs a browser in', async () => {
  const site = new Site({
    product: 'pixctl demo',
    openCommand: 'pixctl demo open',
    port: 4011,
    assetsFolder: join(import.meta.dirname, '../../dist/web'),
    clock: new FakeClock(),
    watch: () => () => {},
    onFault: fault => {
      throw fault
    },
  })
  site.get('/', page => (
    <Shell page={page} title="Home" product="pixctl demo" nav={[]}>
      <p>secret data</p>
    </Shell>
  ))
  const first = await site.app.request(`${ORIGIN}/`, { headers: { host: '127.0.0.1:4011' } })
  expect(first.status).toBe(401)
  expect(await first.text()).not.toContain('secret data')
  const code = site.newLoginPath().replace('/#login=', '')
  const login = await site.app.request(`${ORIGIN}/login`, {
    method: 'POST',
    headers: { host: '127.0.0.1:4011', origin: ORIGIN },
    body: new URLSearchParams({ code, to: '/' }),
  })
  expect(login.status).toBe(303)
  const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
  const home = await site.app.request(`${ORIGIN}/`, { headers: { host: '127.0.0.1:4011', cookie } })
  expect(await home.text()).toContain('secret data')
})
