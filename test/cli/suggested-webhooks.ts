/** What messages suggest about webhooks; suggested-commands.all.test.ts runs it with the others. */

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { tryLock } from '#state/lock.ts'
import { RejectedStore } from '#webhooks/rejected/store.ts'
import { AT, openInbox, take } from '../inbox/arriving.ts'
import { runCommand, testHost } from '../support/run.ts'
import { onTerminal, shop, suggested, suggestedIn, tried } from './suggested-commands.ts'

/** Defines the tests. */
export function describeWebhooks(): void {
  describe('webhooks', () => {
    it('that have not come yet are listened for', async () => {
      const setting = onTerminal(await shop())
      expect(await suggested(['webhook', 'deliveries'], setting)).toEqual(['webhook listen → 130'])
    })

    it('that are left over are sent by the same command again', async () => {
      const setting = await shop()
      const inbox = await openInbox(setting.host.env.PIXCTL_DATA_DIR)
      for (const n of [1, 2]) await take(inbox, { delivery: `dlv_${n}`, eventId: `evt_${n}` })
      const target = ['--to', '1/hooks']
      const pending = ['webhook replay --pending --to 1/hooks → 9']
      expect(await suggested(['webhook', 'replay', '--pending', ...target], setting)).toEqual(pending)
      const since = [`webhook replay --since ${AT} --to 1/hooks → 9`]
      expect(await suggested(['webhook', 'replay', '--since', AT, ...target], setting)).toEqual(since)
      const held = await tryLock(setting.host.env.PIXCTL_DATA_DIR!, 'default', 'forwarding')
      const list = ['webhook deliveries --forward pending → 0']
      expect(await suggested(['webhook', 'replay', '--pending', ...target], setting)).toEqual(list)
      const parked = ['webhook deliveries --forward parked → 0']
      expect(await suggested(['webhook', 'replay', '--parked', ...target], setting)).toEqual(parked)
      held?.release()
    })

    it('that are rejected are listed, and each shown', async () => {
      const { host, fill } = await shop()
      let said = ''
      let sent = false
      await runCommand(['webhook', 'listen', '--port', '0'], {
        host,
        until: /to see what was refused/,
        onOutput: text => {
          const url = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0]
          if (url && !sent) void fetch(url, { method: 'POST', body: '{}' }).then(answer => answer.text())
          sent ||= url !== undefined
          said = text
        },
      })
      expect(said).not.toContain('checked with')
      const [words = []] = suggestedIn(said, fill)
      expect(words).toEqual(['webhook', 'deliveries', '--rejected'])
      const setting = onTerminal({ host, fill })
      expect(await suggested(words, setting)).toEqual(['webhook show rejected_1 → 0'])
      expect(await suggested(['webhook', 'show', 'rejected_2'], setting)).toEqual([
        'webhook deliveries --rejected → 0',
      ])
    })

    it('that were rejected by their signature are verified again', async () => {
      const { host, fill } = await shop()
      const store = await RejectedStore.open(host.env.PIXCTL_DATA_DIR!, 'default', 1000)
      const body = Buffer.from('{"id":"evt_1"}')
      const headers = `X-Service-Signature\nt=1773144000,v1=${'a'.repeat(64)}`
      const what = { status: 401, delivery: null, event: null, hints: [] }
      const sent = { receivedAt: AT, method: 'POST', path: '/', headers, body, bodyBytes: body.length }
      store.add([{ ...what, ...sent, reason: 'signature_mismatch', toleranceMs: 300_000 }])
      store.close()
      const { stdout } = await runCommand(['webhook', 'show', 'rejected_1'], onTerminal({ host, fill }))
      const [, show, verify] = /^(pixctl .*) \| (pixctl .*)$/m.exec(stdout) ?? []
      const [toShow, toVerify] = suggestedIn(`: ${show}\n: ${verify}`, fill)
      const shown = await runCommand(toShow!, { host })
      expect(shown.stdout).toBe(body.toString())
      const stdin = testHost({ input: Buffer.from(shown.stdout) }).stdin
      expect((await runCommand(toVerify!, { host: { ...host, stdin } })).code).toBe(10)
      tried.add('webhook verify')
    })

    it('have no endpoint in a sandbox until one is added', async () => {
      const { host, fill } = await shop({ PIXCTL_WEBHOOK_SECRET: '' })
      const setting = onTerminal({ host, fill: { ...fill, URL: 'http://127.0.0.1:4242/' } })
      expect(await suggested(['sandbox', 'webhook', 'list'], setting)).toEqual([
        'sandbox webhook add ADDRESS → 0',
      ])
    })

    it('whose target refuses the signature: the target is checked', async () => {
      const { host } = await shop()
      const refusing = createServer((request, response) => {
        request.resume().on('end', () => response.writeHead(401).end())
      }).listen(0, '127.0.0.1')
      await once(refusing, 'listening')
      onTestFinished(() => void refusing.close())
      const url = `http://127.0.0.1:${(refusing.address() as AddressInfo).port}`
      const args = ['webhook', 'trigger', 'payment.approved', '--to', url]
      expect(await suggested(args, { host, fill: { URL: url } })).toEqual(['webhook check ADDRESS → 10'])
      await take(await openInbox(host.env.PIXCTL_DATA_DIR))
      const listen = ['webhook', 'listen', '--port', '0', '--forward-to', url]
      const { stderr } = await runCommand(listen, { host, until: /webhook check/ })
      expect(suggestedIn(stderr, {})).toEqual([['webhook', 'check', `${url}/`]])
    })
  })
}
