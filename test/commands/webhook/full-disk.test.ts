/** `webhook listen` on a disk that has room for less than a delivery. */

import { statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { hasDisks, smallDisk } from '../../e2e/disk.ts'
import { startListening } from '../../support/listening.ts'
import { LocalMachine } from '../../support/local.ts'
import { deliver } from '../../support/shared-inbox.ts'
import { SECRET } from '../../webhooks/target.ts'

describe.skipIf(!hasDisks)('with a disk that is almost full', () => {
  it('is not ready from the first refused delivery on, and recovers by itself when there is room', async () => {
    const machine = new LocalMachine({ PIXCTL_WEBHOOK_SECRET: SECRET })
    onTestFinished(() => machine[Symbol.dispose]())
    const disk = smallDisk(machine)
    const listening = await startListening(machine.host(), ['--monitor', '0'])
    const [, monitor] = await listening.says(/monitor at (\S+)/)
    const ready = async () => (await fetch(new URL('/readyz', monitor))).text()
    expect((await deliver(listening.url, '1')).status).toBe(204)
    disk.fill()
    const filler = join(machine.dataDir, 'filler')
    truncateSync(filler, statSync(filler).size - 4 * 1024)
    expect(await ready()).toBe('ready\n')
    expect((await deliver(listening.url, '2')).status).toBe(500)
    for (let again = 0; again < 3; again++) {
      expect(await ready()).toBe('not ready: database or disk is full\n')
      expect((await deliver(listening.url, '2')).status).toBe(500)
    }
    disk.empty()
    expect(await ready()).toBe('ready\n')
    expect((await deliver(listening.url, '2')).status).toBe(204)
  })
})
