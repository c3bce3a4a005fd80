/**
 * What `webhook check --order` sees of the shops of the recipes, as the guide's table says, and the cause that it names. The
 * checks wait by the real time, as they do for a user, and all at once: they need little of the processor.
 */

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { describeIn } from '../support/programs.ts'
import { type Language, startProgram } from '../support/runtimes.ts'
import { openLocalStore } from '../support/store.ts'
import { Tail } from '../support/tailing.ts'
import { MISTAKES, SECRET, type ShopLanguage, TABLE, writeShop } from './recipe-shops.ts'

/** The checks that fail, by mistake. */
const FAILS = new Map(MISTAKES.map((mistake, n) => [mistake, TABLE[n]!.orderChecks]))
// `webhook check` finds it by itself: this shop takes what comes over the channel only, and no delivery.
FAILS.set('rewritten', ['delivered_once', 'delivered_after_failure'])

const TYPESCRIPT = `
import { Shop } from './shop.ts'
const shop = new Shop(process.env.PIX_WEBHOOK_SECRET)
await shop.connect(process.env.REALTIME_URL, process.env.WS_TOKEN)
await shop.listen()
`
const PYTHON = `
import os
from shop import app
from werkzeug.serving import make_server
make_server("127.0.0.1", int(os.environ["PORT"]), app, threaded=True).serve_forever()
`

interface Started {
  runtime: Language
  /** What starts the shop, if that isn't the shop itself. */
  file: string
  code?: string
  /** The right shop is ''. Where it isn't all of them: the channel is what differs between the languages. */
  mistakes: string[]
}

const SHOPS: Record<ShopLanguage, Started> = {
  typescript: { runtime: 'node', file: 'serve.ts', code: TYPESCRIPT, mistakes: ['', ...MISTAKES] },
  python: { runtime: 'python', file: 'serve.py', code: PYTHON, mistakes: ['', 'by_channel'] },
  php: { runtime: 'php', file: 'shop.php', mistakes: ['', 'by_channel'] },
}

/** Runs the check against a shop that has a store of its own, and hears of events by both channels. */
async function check(language: ShopLanguage, mistake: string) {
  const { runtime, file, code } = SHOPS[language]
  // An attempt that a busy machine lets fail is made again after a second.
  const { sandbox, machine, control } = await openLocalStore({ timeScale: 60 })
  const env: Record<string, string> = {
    MISTAKE: mistake,
    PIX_BASE_URL: sandbox.baseUrl,
    PIX_API_KEY: sandbox.apiKey,
    PIX_WEBHOOK_SECRET: SECRET,
    REALTIME_URL: sandbox.realtimeUrl,
    WS_TOKEN: sandbox.wsToken,
    ORDERS: join(machine.folder, 'orders'),
  }
  for (const kind of ['orders', 'events']) mkdirSync(join(env.ORDERS!, kind), { recursive: true })
  const program = await startProgram(runtime, file, env, folder => {
    writeShop(language, folder)
    if (code !== undefined) writeFileSync(join(folder, file), code)
  })
  onTestFinished(program.stop)
  const { address } = program
  await control('/webhooks', { url: `${address}/webhook`, secret: SECRET })
  const own = {
    PIXCTL_WEBHOOK_SECRET: SECRET,
    PIXCTL_REALTIME_URL: sandbox.realtimeUrl,
    PIXCTL_WS_TOKEN: sandbox.wsToken,
  }
  if (language !== 'typescript') {
    const tail = new Tail(machine, ['--debug', '--forward-to', `${address}/realtime`], own)
    await tail.says(/< ready/)
  }
  const body = join(machine.folder, 'order.json')
  writeFileSync(body, '{"total":1050,"passFee":true}')
  const order = ['--order', `${address}/payments/{paymentId}`, '--delivered', 'handed over']
  const shop = ['--shop', `${address}/orders`, '--shop-body', body]
  return machine.pixctl(['webhook', 'check', ...order, ...shop, '--json'], { env: own })
}

for (const [language, { runtime, mistakes }] of Object.entries(SHOPS) as [ShopLanguage, Started][]) {
  describeIn(runtime, `the shop in ${language}`, () => {
    it('fails the check of its mistake, and passes the others', { timeout: 600_000 }, async () => {
      const runs = await Promise.all(mistakes.map(mistake => check(language, mistake)))
      for (const [n, mistake] of mistakes.entries()) {
        const { code, stdout, stderr } = runs[n]!
        const checks = JSON.parse(stdout || '{"checks":[]}').checks as {
          name: string
          passed: boolean | null
        }[]
        const fails = FAILS.get(mistake) ?? []
        // A shop that hands over twice may do it with an order after the outage too, and later than that check looks.
        const mayFail = ({ name }: { name: string }) =>
          name === 'never_again' && fails.includes('delivered_once')
        const failed = checks
          .filter(check => check.passed === false && !mayFail(check))
          .map(({ name }) => name)
        const expected = { mistake, code: fails.length > 0 ? 10 : 0, failed: fails }
        expect({ mistake, code, failed }, stdout + stderr).toEqual(expected)
      }
    })
  })
}
