/**
 * A stream of events: `events tail --json` beside thirty plain lines that keep each event and print it. Then the memory
 * over many, and a slow reader.
 */
import { type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { median, printPeaks, ROUNDS, row, STEADY, STREAMED, type Subject, verdict } from './measure.ts'

const here = dirname(fileURLToPath(import.meta.url))
const run = join(here, '..', '..', 'bin', 'run.js')
const peakMemory = join(here, 'peak-memory.cjs')
const FRAME_BYTES = 400
/** How many are caught up. */
const MANY = 100_000
const GOAL = 0.5

interface Measured {
  ms: number
  peakKib: number
}

/** @param env what a measured process sees; `folder` is for its state */
export async function realtime(env: NodeJS.ProcessEnv, folder: string): Promise<void> {
  const server = spawn(process.execPath, [join(here, 'realtime-server.ts'), String(STREAMED[1])], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [port] = await once(createInterface(server.stdout), 'line')
  const dataDir = join(folder, 'realtime')
  const clientEnv = {
    ...env,
    PIXCTL_DATA_DIR: dataDir,
    PIXCTL_REALTIME_URL: `ws://127.0.0.1:${port}/realtime`,
    PIXCTL_WS_TOKEN: 'service_ws_benchmark',
  }
  const plainFile = join(folder, 'plain.db')
  const plain: Subject = {
    name: 'thirty plain lines',
    args: [join(here, 'bare', 'realtime.cjs'), String(MANY), plainFile],
    env: clientEnv,
  }
  const tail = (count: number): Subject => ({
    name: 'events tail --json',
    args: [run, 'events', 'tail', '--json', '--max', String(count)],
    env: clientEnv,
  })
  /** A store of which nothing is known yet. */
  const fresh = () => {
    for (const suffix of ['', '-wal', '-shm']) rmSync(plainFile + suffix, { force: true })
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    const results = new Map([plain, tail(MANY)].map(each => [each, [] as number[]]))
    for (let round = -1; round < ROUNDS; round++) {
      for (const [each, times] of results) {
        fresh()
        const { ms } = await measure(each)
        if (round >= 0) times.push(ms)
      }
    }
    console.log(
      `\n${MANY} events of ${FRAME_BYTES} bytes caught up to /dev/null, medians of ${ROUNDS} interleaved runs`,
    )
    row('', 'a second', 'ratio', 'goal')
    const least = median(results.get(plain)!)
    for (const [each, times] of results) {
      const ratio = least / median(times)
      const goal = each === plain ? '' : verdict(ratio >= GOAL, `≥ ${GOAL}`)
      row(each.name, (MANY / (median(times) / 1000)).toFixed(0), ratio.toFixed(2), goal)
    }
    await printPeaks('events tail --json', 'events', async () => {
      const found: number[] = []
      for (const count of STREAMED) {
        fresh()
        const { args, ...subject } = tail(count)
        found.push((await measure({ ...subject, args: [...STEADY, ...args] })).peakKib)
      }
      return found
    })

    fresh()
    const lines = await slowly(tail(MANY))
    console.log(`\n${MANY} events into a slow pipe: ${lines} lines (${verdict(lines === MANY, `${MANY}`)})`)
  } finally {
    server.stdin.end()
  }
}

/** Runs a subject with its stdout on /dev/null, from its start to its end. */
async function measure({ name, args, env }: Subject): Promise<Measured> {
  const nowhere = openSync('/dev/null', 'w')
  const options: SpawnOptions = { env, stdio: ['ignore', nowhere, 'inherit', 'pipe'] }
  const start = performance.now()
  const child = spawn(process.execPath, ['--require', peakMemory, ...args], options)
  const ended = once(child, 'exit')
  let memory = ''
  for await (const chunk of child.stdio[3] as Readable) memory += chunk
  const [code] = await ended
  const ms = performance.now() - start
  closeSync(nowhere)
  if (code !== 0) throw new Error(`${name} ended with ${code}`)
  return { ms, peakKib: Number(memory) }
}

/** How many lines come in their order through a pipe of which little is read at a time. */
async function slowly({ name, args, env }: Subject): Promise<number> {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  let lines = 0
  let sinceRest = 0
  let last = 0n
  for await (const line of createInterface(child.stdout)) {
    const sequence = BigInt(JSON.parse(line).sequence)
    if (lines++ > 0 && sequence !== last + 1n) throw new Error(`${sequence} follows ${last}`)
    last = sequence
    sinceRest += line.length
    if (sinceRest < 1024 * 1024) continue
    sinceRest = 0
    await setTimeout(20)
  }
  const [code] = await ended
  if (code !== 0) throw new Error(`${name} ended with ${code}`)
  return lines
}
