/** The places of `events tail` at a sandbox's address, once another sandbox serves there. */

import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openInbox, saveCursor } from '../../inbox/arriving.ts'
import { freePort } from '../../support/http.ts'
import { runCommand, testHost } from '../../support/run.ts'
import { keepSandboxOn } from '../../support/sandbox.ts'

/** The places that are left there and elsewhere, once a sandbox has been started. */
async function placesAfter(...data: string[]) {
  const host = testHost()
  const port = await freePort()
  const [here, elsewhere] = [`ws://127.0.0.1:${port}/realtime`, 'ws://127.0.0.1:1/realtime']
  const inbox = await openInbox(join(host.home, 'data'), 'sandbox')
  for (const stream of [here, elsewhere]) await saveCursor(inbox, { stream })
  const args = ['sandbox', 'start', '--port', String(port), ...data]
  const { stderr } = await runCommand(args, { host, until: /Ctrl-C/ })
  const sequenceOf = async (stream: string) => (await inbox.cursors.of(stream))?.sequence
  return { here: await sequenceOf(here), elsewhere: await sequenceOf(elsewhere), stderr }
}

/** What `charges sync` says of a sandbox, and then of the next one at its address. */
async function syncsOf(...data: string[]) {
  const host = testHost()
  const port = String(await freePort())
  const args = ['--port', port, ...data]
  const archived = []
  for (const count of ['3', '2']) {
    const { stop } = await keepSandboxOn(host, ...args)
    await runCommand(['sandbox', 'seed', count], { host })
    const { stdout } = await runCommand(['charges', 'sync', '--json', '-p', 'sandbox'], { host })
    archived.push(JSON.parse(stdout).count)
    await stop()
  }
  return archived
}

describe('the archive of a sandbox', () => {
  it('in memory starts over', async () => {
    expect(await syncsOf('--data', ':memory:')).toEqual([3, 2])
  })

  it('on the disk continues', async () => {
    expect(await syncsOf()).toEqual([3, 5])
  })
})

describe('a sandbox', () => {
  it('in memory starts over: the saved sequences for its address are removed, with a note', async () => {
    const { here, elsewhere, stderr } = await placesAfter('--data', ':memory:')
    expect([here, elsewhere]).toEqual([undefined, '5'])
    expect(stderr).toContain('starts over')
  })

  it('in memory leaves the places in a shared inbox, and says how to start over there', async () => {
    const host = testHost({ env: { PIXCTL_INBOX_URL: 'postgres://shop@127.0.0.1:9/shop' } })
    const args = ['sandbox', 'start', '--port', '0', '--data', ':memory:']
    const { stderr } = await runCommand(args, { host, until: /Ctrl-C/ })
    expect(stderr).toMatch(
      /^warning: this sandbox is new, but a shared inbox keeps .*: pixctl events tail --after 0 --profile sandbox$/m,
    )
  })

  it('on the disk continues, and keeps the saved sequences', async () => {
    const { here, stderr } = await placesAfter()
    expect(here).toBe('5')
    expect(stderr).not.toContain('starts over')
  })
})
