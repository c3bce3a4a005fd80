/**
 * A process that takes deliveries all at once, and says each as it is kept or isn't; again at each
 * message. Its arguments: folder, first and last number of the deliveries, bytes of each body.
 */

import { openInbox } from '#inbox/open.ts'
import { arrival } from '../arriving.ts'

const [dataDir = '', first = '0', last = '0', size = '2'] = process.argv.slice(2)
const inbox = await openInbox({ dataDir, profile: 'default' })

async function takeAll(): Promise<void> {
  const taken: Promise<unknown>[] = []
  for (let n = Number(first); n <= Number(last); n++) taken.push(take(`dlv_${n}`))
  await Promise.all(taken)
  process.send?.({ all: true })
}

async function take(delivery: string): Promise<void> {
  const eventId = delivery.replace('dlv', 'evt')
  try {
    const { verdict } = await inbox.writing.insert(
      arrival({ delivery, eventId, paymentId: null, body: Buffer.alloc(Number(size), 'x'), forward: false }),
    )
    process.send?.({ delivery, verdict })
  } catch (error) {
    process.send?.({ delivery, failed: (error as Error).name })
  }
}

process.on('message', () => void takeAll())
await takeAll()
