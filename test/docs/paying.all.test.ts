/**
 * The clients of docs/guide/clients run as they stand there, each call in a process of its own, against a sandbox that goes
 * wrong. A proxy between them counts.
 */

import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { copyFileSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { startSandbox } from '#testing.ts'
import { temporaryFolder } from '../support/folder.ts'
import { describeIn } from '../support/programs.ts'
import { type RecordedCall, startRecordingProxy } from '../support/recording-proxy.ts'
import { commandOf, type Language } from '../support/runtimes.ts'
import { blocks, read, root } from './pages.ts'

const run = promisify(execFile)
const PAGES = {
  typescript: { language: 'node', info: 'ts', extension: 'ts' },
  python: { language: 'python', info: 'python', extension: 'py' },
  php: { language: 'php', info: 'php', extension: 'php' },
  go: { language: 'go', info: 'go', extension: 'go' },
  java: { language: 'java', info: 'java', extension: 'java' },
} as const satisfies Record<string, { language: Language; info: string; extension: string }>
/** Centavos, and how they are written in reais. */
const TOTALS: [number, string][] = [
  [2, '0.02'],
  [30, '0.30'],
  [3590, '35.90'],
  [100_000, '1000.00'],
]
/** A time that is waited for to its end. An attempt has a quarter of it, which a busy machine needs for its first call. */
const SHORT_S = 4
const BODY = '{"amount":35.9,"description":"Order 7"}'

interface Result {
  gave?: {
    id: string
    status: string
    currency: string
    amount: number
    requestedAmount: number
    pixCode: string
  }
  raised?: 'Unknown' | 'Refused'
  message?: string
}

const creations = (calls: RecordedCall[]) => calls.filter(({ method }) => method === 'POST')
/** The seconds between the calls. */
const pauses = (calls: RecordedCall[]) => calls.slice(1).map(({ at }, n) => (at - calls[n]!.at) / 1000)

it('tests all pages of clients, which the page before them names', () => {
  const files = globSync('docs/guide/clients/*.md', { cwd: root }).map(file => basename(file, '.md'))
  expect(files.sort()).toEqual(Object.keys(PAGES).sort())
  for (const file of files) expect(read('docs/guide/clients.md')).toContain(`(clients/${file}.md)`)
})

it('the client in TypeScript compiles with strict, and without the library of browsers', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'pix.ts'), blocks('docs/guide/clients/typescript.md')[0]!.text)
  const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--lib', 'es2023', '--types', 'node']
  const types = ['--typeRoots', join(root, 'node_modules/@types')]
  await run(join(root, 'node_modules/.bin/tsc'), [...flags, ...types, 'pix.ts'], { cwd: folder })
})

for (const [name, { language, info, extension }] of Object.entries(PAGES)) {
  describeIn(language, `the client of ${name}.md`, () => {
    let folder: string
    let command: string[]

    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'pixctl-paying-'))
      const names = [`pix.${extension}`, `main.${extension}`] as const
      // A file of Java is called as its class.
      const [program, main] = language === 'java' ? (['Pix.java', 'Main.java'] as const) : names
      const page = `docs/guide/clients/${name}.md`
      expect(read(page)).toContain(`\`${program}\``)
      const code = blocks(page)
      expect(code.map(block => block.info)).toEqual([info])
      writeFileSync(join(folder, program), code[0]!.text)
      copyFileSync(join(root, 'test/fixtures/paying', main), join(folder, main))
      command = commandOf(language, folder, main, program)
      // Go compiles its libraries the first time.
    }, 300_000)

    afterAll(() => rmSync(folder, { recursive: true, force: true }))

    async function start() {
      const sandbox = await startSandbox()
      onTestFinished(() => sandbox.stop())
      const { origin, pathname } = new URL(sandbox.baseUrl)
      const proxy = await startRecordingProxy(origin)
      const env = { ...process.env, PIX_BASE_URL: proxy.origin + pathname, PIX_API_KEY: sandbox.apiKey }
      const call = async (args: string[], more: Record<string, string> = {}): Promise<Result> => {
        const [program, ...rest] = command as [string, ...string[]]
        const { stdout } = await run(program, [...rest, ...args], { cwd: folder, env: { ...env, ...more } })
        return JSON.parse(stdout)
      }
      const key = randomUUID()
      return {
        ...{ sandbox, proxy, call, key },
        create: (seconds = 20, body = BODY) => call(['create', key, body, String(seconds)]),
        wait: (id: string, seconds: number) => call(['wait', id, String(seconds)]),
      }
    }

    /** One charge, of the right amount, by one key and one body, and that is what was given. */
    async function expectOneCharge(
      { sandbox, proxy, key }: Awaited<ReturnType<typeof start>>,
      result: Result,
    ) {
      const charges = await sandbox.charges()
      expect(charges).toMatchObject([{ requestedAmount: 35.9, amount: 35.9, description: 'Order 7' }])
      const { id, pixCode } = charges[0]!
      expect(result).toMatchObject({
        gave: { id, pixCode, status: 'PENDING', currency: 'BRL', amount: 35.9, requestedAmount: 35.9 },
      })
      for (const call of creations(proxy.calls)) expect(call).toMatchObject({ key, body: BODY })
    }

    it('creates a charge by one call', async () => {
      const started = await start()
      await expectOneCharge(started, await started.create())
      expect(started.proxy.calls).toHaveLength(1)
    })

    it('asks again when the answer is lost', async () => {
      const started = await start()
      await started.sandbox.addFault({ on: 'create', kind: 'lose-answer', times: 1 })
      await expectOneCharge(started, await started.create())
      expect(started.proxy.calls).toHaveLength(2)
    })

    it('asks again, later each time, while the service is down', async () => {
      const started = await start()
      await started.sandbox.addFault({ on: 'create', kind: 'status', status: 503, times: 2 })
      await expectOneCharge(started, await started.create())
      const [first, second, ...more] = pauses(started.proxy.calls)
      expect(more).toEqual([])
      expect(first).toBeGreaterThanOrEqual(0.49)
      expect(second).toBeGreaterThanOrEqual(0.99)
    })

    it('waits as long as a 429 says', async () => {
      const started = await start()
      await started.sandbox.addFault({ on: 'create', kind: 'status', status: 429, retryAfter: 2, times: 1 })
      await expectOneCharge(started, await started.create())
      expect(pauses(started.proxy.calls)).toEqual([expect.toSatisfy((pause: number) => pause >= 1.99)])
    })

    it('takes a page and half an answer for no answer', async () => {
      const started = await start()
      await started.sandbox.addFault({ on: 'create', kind: 'garbage', times: 2 })
      await expectOneCharge(started, await started.create())
      expect(started.proxy.calls).toHaveLength(3)
    })

    it('asks again after an attempt that took too long', async () => {
      const started = await start()
      await started.sandbox.addFault({ on: 'create', kind: 'hang', times: 1 })
      // An attempt has a quarter of it.
      await expectOneCharge(started, await started.create(8))
      expect(started.proxy.calls).toHaveLength(2)
    })

    it('raises Unknown when the time is over, and finds the charge when it is called again', async () => {
      const started = await start()
      await started.sandbox.addFault({ on: 'create', kind: 'lose-answer' })
      expect(await started.create(SHORT_S)).toEqual({ raised: 'Unknown', message: 'the last status was 0' })
      expect(await started.sandbox.charges()).toHaveLength(1)
      await started.sandbox.clearFaults()
      await expectOneCharge(started, await started.create())
    })

    it('raises Unknown, not Refused, when an attempt before may have made the charge', async () => {
      const { sandbox, proxy, create } = await start()
      await sandbox.addFault({ on: 'create', kind: 'lose-answer', times: 1 })
      await sandbox.addFault({ on: 'create', kind: 'status', status: 403, times: 1 })
      expect(await create()).toEqual({ raised: 'Unknown', message: 'the last status was 403' })
      expect(proxy.calls).toHaveLength(2)
    })

    it('does not ask again what the service refuses', async () => {
      const { sandbox, proxy, create, call, wait, key } = await start()
      const refusals: [number, () => Promise<Result>][] = [
        [400, () => create(20, '{"amount":0}')],
        [401, () => call(['create', key, BODY, '20'], { PIX_API_KEY: 'service_live_wrong' })],
        [404, () => wait('pay_none', 20)],
        [413, () => create(20, JSON.stringify({ amount: 1, description: 'x'.repeat(9_000) }))],
      ]
      for (const [status, refused] of refusals) {
        proxy.calls.length = 0
        expect(await refused()).toEqual({ raised: 'Refused', message: expect.stringContaining(`${status}`) })
        expect(proxy.calls, `${status}`).toHaveLength(1)
      }
      expect(await sandbox.charges()).toEqual([])
      await create()
      proxy.calls.length = 0
      // Its key has other data.
      expect(await create(20, '{"amount":1}')).toMatchObject({ raised: 'Refused', message: /409/ })
      expect(proxy.calls).toHaveLength(1)
    })

    it('does not follow a redirect', async () => {
      const { proxy, create } = await start()
      proxy.answer = { status: 307, headers: { Location: `${proxy.origin}/elsewhere` } }
      expect(await create(SHORT_S)).toMatchObject({ raised: 'Unknown' })
      expect(new Set(proxy.calls.map(({ path }) => path))).toEqual(new Set(['/api/v1/payments']))
    })

    it('waits until the service says PAID', async () => {
      const { sandbox, create, wait, proxy } = await start()
      const { gave } = await create()
      proxy.calls.length = 0
      await sandbox.addFault({ on: 'get', kind: 'status', status: 503, times: 1 })
      const waiting = wait(gave!.id, 30)
      await expect.poll(() => proxy.calls.length).toBe(2)
      await sandbox.pay(gave!.id)
      expect(await waiting).toMatchObject({ gave: { id: gave!.id, status: 'PAID', requestedAmount: 35.9 } })
    })

    it('gives a charge that expired or failed, or as it is when the time is over', async () => {
      const { sandbox, create, call, wait } = await start()
      const { gave } = await create()
      expect(await wait(gave!.id, SHORT_S)).toMatchObject({ gave: { status: 'PENDING' } })
      await sandbox.expire(gave!.id)
      expect(await wait(gave!.id, 30)).toMatchObject({ gave: { status: 'EXPIRED' } })
      const other = await call(['create', randomUUID(), BODY, '20'])
      await sandbox.fail(other.gave!.id)
      expect(await wait(other.gave!.id, 30)).toMatchObject({ gave: { status: 'FAILED' } })
    })

    it('saves the key and the body of an order before the first call, and uses them again', async () => {
      const { sandbox, proxy, call } = await start()
      const file = join(folder, 'order.json')
      writeFileSync(file, orderOf(3590))
      await sandbox.addFault({ on: 'create', kind: 'lose-answer', times: 1 })
      const saved: string[] = []
      proxy.onCall = () => saved.push(readFileSync(file, 'utf8'))
      const first = await call(['order', file])
      const second = await call(['order', file])
      expect(second.gave?.id).toBe(first.gave?.id)
      expect(await sandbox.charges()).toMatchObject([{ requestedAmount: 35.9, description: 'Order 7' }])

      const [{ key, body }] = proxy.calls as [RecordedCall]
      expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect(proxy.calls.map(call => ({ key: call.key, body: call.body }))).toEqual(
        Array(3).fill({ key, body }),
      )
      for (const text of saved)
        expect(Object.values(JSON.parse(text))).toEqual(expect.arrayContaining([key, body]))
      expect(saved).toHaveLength(3)
    })

    it('writes each number of centavos as the text that it is', async () => {
      const { sandbox, proxy, call } = await start()
      const file = join(folder, 'order.json')
      for (const [total, text] of TOTALS) {
        proxy.calls.length = 0
        writeFileSync(file, orderOf(total))
        await call(['order', file])
        expect(proxy.calls.map(({ body }) => body)).toEqual([`{"amount":${text},"description":"Order 7"}`])
      }
      expect((await sandbox.charges()).map(({ amount }) => amount)).toEqual(
        TOTALS.map(([, text]) => Number(text)).reverse(),
      )
    })

    it('does not send a body again that was refused with 400', async () => {
      const { sandbox, proxy, call } = await start()
      const file = join(folder, 'order.json')
      writeFileSync(file, orderOf(100_001))
      const refused = { raised: 'Refused', message: expect.stringContaining('400') }
      expect(await call(['order', file])).toEqual(refused)
      expect(await call(['order', file])).toMatchObject({ raised: 'Refused' })
      expect(proxy.calls).toHaveLength(1)
      // A key that is refused says nothing about the body.
      writeFileSync(file, orderOf(100))
      expect(await call(['order', file], { PIX_API_KEY: 'service_live_wrong' })).toMatchObject({
        raised: 'Refused',
      })
      await call(['order', file])
      expect(await sandbox.charges()).toHaveLength(1)
    })

    /** An order as the program saves it. */
    function orderOf(total: number): string {
      return JSON.stringify(language === 'go' ? { Number: '7', Total: total } : { number: '7', total })
    }
  })
}
