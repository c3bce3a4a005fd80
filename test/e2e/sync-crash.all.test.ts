/** The archive is whole in the end, whatever ends its syncs or fills the disk. */

import { once } from 'node:events'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Archive } from '#charges/archive/archive.ts'
import type { Payment } from '#contract/generated/types.ts'
import { plainAddress } from '#lib/plain-address.ts'
import { errorOf, Machine } from '../support/pixctl.ts'
import { seededRandom } from '../support/seed.ts'
import { serve } from '../support/serve.ts'
import { openStore } from '../support/store.ts'
import { hasDisks, smallDisk } from './disk.ts'

const store = await openStore()
await store.control('/seed', { count: 2_500 })

async function listed(): Promise<Payment[]> {
  const pages = Array.from({ length: 25 }, (_, index) => store.api(`/payments?limit=100&page=${index + 1}`))
  return (await Promise.all(pages)).flatMap(({ body }) => body.data)
}

async function archived(machine: Machine, baseUrl: string): Promise<Payment[]> {
  const archive = await Archive.open(machine.dataDir, 'default', plainAddress(baseUrl))
  try {
    return [...archive.search({})].map(json => JSON.parse(`${json}`) as Payment)
  } finally {
    archive.close()
  }
}

/** A service in front of the sandbox that says when it has answered; `listener` is asked when the request comes. */
async function front(listener: () => (url: string) => void): Promise<string> {
  const origin = await serve(async (request, response) => {
    // The last request of a run that is killed may be answered when the next one has begun.
    const onAnswer = listener()
    const { status, body } = await store.api(request.url!.replace('/api/v1', ''))
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body), () => onAnswer(request.url!))
  })
  return `${origin}/api/v1`
}

function machineFor(baseUrl: string): Machine {
  const machine = new Machine({ PIXCTL_API_KEY: store.sandbox.apiKey, PIXCTL_BASE_URL: baseUrl })
  onTestFinished(() => machine[Symbol.dispose]())
  return machine
}

describe('a sync', () => {
  it('killed again and again ends with every charge once, and begins nothing again', async () => {
    const random = seededRandom()
    let onAnswer = (_url: string) => {}
    const baseUrl = await front(() => onAnswer)
    const machine = machineFor(baseUrl)
    for (let kill = 0; kill < 6; kill++) {
      const child = machine.start(['charges', 'sync', '--rate-limit', 'off'])
      let left = 3
      onAnswer = () => {
        // While the page is on its way, checked, written or synced.
        if (--left === 0) setTimeout(() => child.kill('SIGKILL'), random() * 12)
      }
      await once(child, 'exit')
    }
    const urls: string[] = []
    onAnswer = url => urls.push(url)
    const run = await machine.pixctl(['charges', 'sync', '--rate-limit', 'off', '--json'])
    expect(run.code).toBe(0)
    expect(JSON.parse(run.stdout)).toMatchObject({ complete: true, count: 2500, total: 2500 })
    expect(await archived(machine, baseUrl)).toEqual(await listed())
    // After page 1 it continues where the others were: they have saved two pages, and then at least one each.
    const [first, second] = urls.map(url => Number(new URL(url, baseUrl).searchParams.get('page')))
    expect(first).toBe(1)
    expect(second).toBeGreaterThanOrEqual(8)
    const again = await machine.pixctl(['charges', 'sync', '--rate-limit', 'off', '--json'])
    expect(JSON.parse(again.stdout)).toMatchObject({ new: 0, changed: 0 })
  })

  it.skipIf(!hasDisks)('that finds the disk full says so, and continues when there is space', async () => {
    const machine = machineFor(store.sandbox.baseUrl)
    const disk = smallDisk(machine)
    const sync = () => machine.pixctl(['charges', 'sync', '--rate-limit', 'off', '--json'])
    const full = await sync()
    expect({ stdout: full.stdout, code: full.code }).toEqual({ stdout: '', code: 1 })
    expect(errorOf(full).error).toMatch(/full.*free some space/)
    const kept = await archived(machine, store.sandbox.baseUrl)
    expect(kept.length).toBeGreaterThan(99)
    expect(kept).toEqual((await listed()).slice(0, kept.length))
    disk.grow()
    const run = await sync()
    expect({ stderr: run.stderr, code: run.code }).toEqual({ stderr: '', code: 0 })
    expect(JSON.parse(run.stdout)).toMatchObject({ complete: true, count: 2500, new: 2500 - kept.length })
  })
})
