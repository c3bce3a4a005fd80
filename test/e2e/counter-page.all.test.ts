/** The counter's page when its server dies while a charge is being made. */

import { expect, onTestFinished, test } from 'vitest'
import { ended, Machine, said } from '../support/pixctl.ts'
import { operatorOf, spawnSandbox } from '../support/sandbox.ts'

/** Starts the page, and gives what a browser needs that has logged in to it. */
async function servePage(machine: Machine) {
  const child = machine.start(['charges', 'watch', '--web', '0', '--profile', 'sandbox'])
  const end = ended(child)
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await end
  })
  const url = new URL(/http:\S+#login=\S+/.exec(await said(child.stderr, '#login='))![0])
  const { origin } = url
  const post = (path: string, fields: Record<string, string>, cookie = '') =>
    fetch(origin + path, {
      method: 'POST',
      headers: { origin, cookie },
      body: new URLSearchParams(fields),
      redirect: 'manual',
    })
  const login = await post('/login', { code: url.hash.slice('#login='.length) })
  const cookie = login.headers.get('set-cookie')!.split(';')[0]!
  const page = async () => (await fetch(`${origin}/`, { headers: { cookie } })).text()
  const csrf = /name="csrf" value="([^"]+)"/.exec(await page())![1]!
  return {
    child,
    end,
    page,
    post: (path: string, fields: Record<string, string>) => post(path, { csrf, ...fields }, cookie),
  }
}

test('a charge that was being made when its server was killed is named, and made once', async () => {
  const machine = new Machine()
  onTestFinished(() => machine[Symbol.dispose]())
  await spawnSandbox(machine)
  const { pixctl } = operatorOf(machine)
  const list = async () => JSON.parse((await pixctl(['charge', 'recover', '--list', '--json'])).stdout)
  // The service takes it, and its answer never comes.
  await pixctl(['sandbox', 'fault', 'add', '--on', 'create', '--hang', '--times', '1'])
  const first = await servePage(machine)
  const key = '0f9a6d1c-6a49-4a8e-9f0e-3d2b1c0a9f8e'
  const asked = first.post('/', { key, amount: '12,34', description: 'Bolo' }).catch(() => null)
  await expect.poll(list).toMatchObject([{ idempotencyKey: key, amount: 12.34, description: 'Bolo' }])
  first.child.kill('SIGKILL')
  await Promise.all([asked, first.end.catch(() => {})])

  const second = await servePage(machine)
  await expect.poll(second.page).toContain('1 charge of before may not have been created')
  expect(await second.page()).toContain('pixctl charge recover')
  // A browser that is still open sends the same form again.
  const again = await second.post('/', { key, amount: '12,34', description: 'Bolo' })
  expect(again.headers.get('location')).toMatch(/^\/charges\/pay_/)
  const { code } = await pixctl(['charge', 'recover', '--json'])
  expect(code).toBe(0)
  const { stdout } = await pixctl(['charges', 'list', '--all', '-q'])
  expect(stdout.trim().split('\n')).toHaveLength(1)
  await expect.poll(second.page).not.toContain('may not have been created')
})
