/**
 * A process that takes deliveries all at once, and says each as it is kept or isn't; again at each
 * message. Its arguments: folder, first and last number of the deliveries, bytes of each body.
 */

import { newWriter } from './new-writer.ts'

const [dataDir = '', first = '0', last = '0', size = '2'] = process.argv.slice(2)
const writer = newWriter(dataDir)
await writer.ready

async function takeAll(): Promise<void> {
  const taken: Promise<unknown>[] = []
  for (let n = Number(first); n <= Number(last); n++) taken.push(take(`dlv_${n}`))
  await Promise.all(taken)
  process.send?.({ all: true })
}

async function take(delivery: string): Promise<void> {
  try {
    const { verdict } = await writer.insert({
      channel: 'webhook',
      delivery,
      event: 'payment.created',
      eventId: delivery.replace('dlv', 'evt'),
      paymentId: null,
      receivedAt: '2026-03-10T12:00:00.000Z',
      headers: '',
      body: Buffer.alloc(Number(size), 'x'),
      forward: false,
    })
    process.send?.({ delivery, verdict })
  } catch (error) {
    const { name, errcode } = error as Error & { errcode?: number }
    process.send?.({ delivery, failed: name, errcode })
  }
}

process.on('message', () => void takeAll())
await takeAll()
