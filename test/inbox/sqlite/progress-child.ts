/**
 * A process that keeps the progress of a stream in a writer's commits, and says what became of each; again
 * at each message. Its arguments: folder, how many, events in each.
 */

import { group, progress } from '../showing.ts'
import { newWriter } from './new-writer.ts'

const [dataDir = '', count = '0', size = '0'] = process.argv.slice(2)
const writer = newWriter(dataDir)
await writer.ready

async function keepAll(): Promise<void> {
  const kept: Promise<unknown>[] = []
  for (let n = 1; n <= Number(count); n++) kept.push(keep(n))
  await Promise.all(kept)
  process.send?.({ all: true })
}

async function keep(n: number): Promise<void> {
  const ids = Array.from({ length: Number(size) }, (_, index) => `evt_${n}_${index}`)
  try {
    await writer.progress(progress({ shown: [group(...ids)], cursors: { watched: String(n) } }))
    process.send?.({ sequence: n, kept: true })
  } catch (error) {
    const { name, errcode } = error as Error & { errcode?: number }
    process.send?.({ sequence: n, kept: false, name, errcode })
  }
}

process.on('message', () => void keepAll())
await keepAll()
