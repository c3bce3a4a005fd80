/** The inspector of a listener while its inbox on PostgreSQL is away. */

import { expect, it } from 'vitest'
import { describeOnPostgres, startPostgres } from '../support/postgres.ts'
import { deliver, newSharedInbox } from '../support/shared-inbox.ts'
import { inspecting, linksIn } from './browsing.ts'

const SLOW = { timeout: 90_000 }

describeOnPostgres('while the inbox is away', () => {
  it('open lists say so, and the listener goes on', SLOW, async () => {
    const server = await startPostgres()
    const { machine } = await newSharedInbox(server)
    const listening = await inspecting(machine().host())
    const { browsing } = listening
    expect((await deliver(listening.url, '1')).status).toBe(204)
    const [link] = linksIn(await browsing.get('/'), 'deliveries')
    const live = await browsing.live()
    await server.stop('immediate')
    const pages = await Promise.all([browsing.get('/'), browsing.get('/?search=evt'), browsing.get(link!)])
    for (const { status, text } of pages) {
      expect(status).toBe(503)
      expect(text).toContain("can't be reached")
    }
    await server.start()
    await expect.poll(async () => (await deliver(listening.url, '2')).status).toBe(204)
    await expect.poll(async () => linksIn(await browsing.get('/'), 'deliveries').length).toBe(2)
    await live.body?.cancel()
    expect((await listening.stop()).code).toBe(130)
  })
})
