/** The server of the counter's page: where it may listen, under which names it answers, and its printed address. */

import { statSync } from 'node:fs'
import { type IncomingMessage, request as requestPlainly } from 'node:http'
import { request as requestByTls } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import type { Counter } from '#charges/watching/counter.ts'
import { type CounterPageOptions, serveCounter } from '#counter/serve.ts'
import type { Tls } from '#lib/certificate.ts'
import { certificateFor } from '../support/certificate.ts'
import { FakeClock } from '../support/clock.ts'
import { temporaryFolder } from '../support/folder.ts'
import { FakeCounter, NOW, SINCE } from './counter-pages.ts'

const certificate = (...names: string[]) => certificateFor(names)

async function serve(over: Partial<CounterPageOptions> = {}, folder = temporaryFolder()) {
  const clock = new FakeClock(NOW)
  const page = await serveCounter({
    counter: new FakeCounter(clock) as unknown as Counter,
    clock,
    host: '127.0.0.1',
    port: 0,
    tls: undefined,
    isSandbox: true,
    shop: '',
    cents: false,
    since: SINCE,
    assetsFolder: join(import.meta.dirname, '../../dist/web'),
    unfinished: () => null,
    // As if it was the same port.
    keptFile: name => join(folder, name.replace(/\d+/, '4244')),
    commandText: String,
    onFault: fault => {
      throw fault
    },
    ...over,
  })
  onTestFinished(() => page.close())
  return new URL(page.newLoginUrl())
}

/** Asks on loopback, under any name. */
async function ask(url: URL, host: string, body?: string, cookie?: string) {
  const form = { origin: `https://${host}:${url.port}`, 'content-type': 'application/x-www-form-urlencoded' }
  const headers = {
    host: `${host}:${url.port}`,
    ...(body !== undefined && form),
    ...(cookie !== undefined && { cookie }),
  }
  const [method, path] = body === undefined ? ['GET', '/'] : ['POST', '/login']
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const options = { port: url.port, path, method, rejectUnauthorized: false, headers }
    const request = url.protocol === 'https:' ? requestByTls : requestPlainly
    request(options, resolve).on('error', reject).end(body)
  })
  const cookies = String(answer.headers['set-cookie'] ?? '')
  return { status: answer.statusCode!, cookie: cookies, body: await text(answer) }
}

it('is served to other machines by HTTPS only', async () => {
  for (const host of ['0.0.0.0', '::', '192.168.0.10', 'balcao.local']) {
    await expect(serve({ host })).rejects.toMatchObject({
      category: 'usage',
      message: expect.stringContaining('HTTPS'),
    })
  }
})

it('is printed with its host on this machine, and by the name of its certificate for others', async () => {
  expect((await serve()).href).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#login=[\w-]{43}$/)
  const tls = certificate('DNS:balcao.local', 'IP:192.168.0.10')
  expect((await serve({ host: '0.0.0.0', tls })).origin).toMatch(/^https:\/\/balcao\.local:\d+$/)
})

it('answers without HTTPS under the names of this machine and no other, which may be one that a web page points here', async () => {
  const url = await serve()
  for (const host of ['127.0.0.1', 'localhost']) expect((await ask(url, host)).status).toBe(401)
  for (const host of ['evil.example', '127.0.0.1.evil.example']) {
    expect((await ask(url, host)).status).toBe(403)
  }
})

it('needs a certificate with a name that a browser can ask for', async () => {
  for (const tls of [certificate(), certificate('DNS:*.example.test')]) {
    await expect(serve({ host: '0.0.0.0', tls })).rejects.toMatchObject({ category: 'usage' })
  }
})

it('answers under the names of its certificate and no other, and its cookie goes by HTTPS only', async () => {
  const url = await serve({ host: '0.0.0.0', tls: certificate('DNS:balcao.local', 'IP:192.168.0.10') })
  for (const host of ['balcao.local', '192.168.0.10', '127.0.0.1']) {
    expect((await ask(url, host)).status).toBe(401)
  }
  for (const host of ['evil.example', 'balcao.local.evil.example', '192.168.0.11']) {
    expect((await ask(url, host)).status).toBe(403)
  }
  const code = url.hash.replace('#login=', 'code=')
  const login = await ask(url, 'balcao.local', code)
  expect(login.status).toBe(303)
  expect(login.cookie).toMatch(/; HttpOnly; SameSite=Strict; Path=\/; Secure; Max-Age=35688$/)
  // It works once.
  expect((await ask(url, 'balcao.local', code)).status).toBe(401)
})

it('says on its login page what works there, and lets a screen in after a restart', async () => {
  const folder = temporaryFolder()
  const tls = certificate('DNS:balcao.local')
  const url = await serve({ tls }, folder)
  const { cookie } = await ask(url, 'balcao.local', url.hash.replace('#login=', 'code='))
  const again = await serve({ tls }, folder)
  const named = cookie.split(';')[0]!.replace(url.port, again.port)
  expect((await ask(again, 'balcao.local', undefined, named)).status).toBe(200)
  const login = await ask(again, 'balcao.local')
  expect(login.body).toContain('press any key in the window where pixctl runs')
  expect(login.body).not.toContain('pixctl charges watch')
  // A page that is open for customers goes on, too.
  const customerOf = (body: string) => /"(\/customer\/[\w-]{43})"/.exec(body)![1]
  const first = await ask(url, 'balcao.local', undefined, cookie.split(';')[0]!)
  const second = await ask(again, 'balcao.local', undefined, named)
  expect(customerOf(second.body)).toBe(customerOf(first.body))
  expect(statSync(join(folder, 'counter-4244-logins.json')).mode & 0o777).toBe(0o600)
})

it('answers under the names of a certificate that was renewed, with that one', async () => {
  const tls: Tls = certificate('DNS:balcao.local')
  const url = await serve({ host: '0.0.0.0', tls })
  expect((await ask(url, 'caixa.local')).status).toBe(403)
  const next = certificate('DNS:caixa.local')
  Object.assign(tls, next)
  tls.onChange!(next)
  expect((await ask(url, 'caixa.local')).status).toBe(401)
  expect((await ask(url, 'balcao.local')).status).toBe(403)
})
