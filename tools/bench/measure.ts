/** Running a process and taking its measure. */

import { type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'

const peakMemory = fileURLToPath(new URL('./peak-memory.cjs', import.meta.url))

/** A command line of the Node that runs the benchmark. */
export interface Subject {
  name: string
  args: readonly string[]
  env: NodeJS.ProcessEnv
}

export interface Walk {
  ms: number
  rows: number
  /** The most memory the process held, in KiB. */
  peakKib: number
}

/** The middle value; of an even number the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length >> 1
  return sorted.length % 2 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
}

/**
 * Runs all subjects once a round, so that a busy moment of the machine meets them all alike.
 *
 * @returns a subject's milliseconds from its start to its end, by its name
 */
export function timeInterleaved(subjects: readonly Subject[], rounds: number): Map<string, number[]> {
  const times = new Map(subjects.map(({ name }) => [name, [] as number[]]))
  for (let round = -WARM_UP; round < rounds; round++) {
    for (const subject of subjects) {
      const ms = timeOnce(subject)
      if (round >= 0) times.get(subject.name)!.push(ms)
    }
  }
  return times
}

/** Runs whose time isn't counted: the first one compiles, and writes the code cache. */
const WARM_UP = 2

function timeOnce({ name, args, env }: Subject): number {
  const start = performance.now()
  const { status, stderr } = spawnSync(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ms = performance.now() - start
  if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr}`)
  return ms
}

/** Runs a subject with its stdout in a pipe that is read at once, counts the lines and asks for the peak memory. */
export async function walk({ name, args, env }: Subject): Promise<Walk> {
  const options: SpawnOptions = { env, stdio: ['ignore', 'pipe', 'inherit', 'pipe'] }
  const start = performance.now()
  const child = spawn(process.execPath, ['--require', peakMemory, ...args], options)
  const ended = once(child, 'exit')
  let rows = 0
  const lines = (async () => {
    for await (const chunk of child.stdout!) rows += lineFeeds(chunk as Buffer)
  })()
  let memory = ''
  for await (const chunk of child.stdio[3] as Readable) memory += chunk
  await lines
  const [code] = await ended
  const ms = performance.now() - start
  if (code !== 0) throw new Error(`${name} ended with ${code}`)
  return { ms, rows, peakKib: Number(memory) }
}

function lineFeeds(chunk: Buffer): number {
  let count = 0
  for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) count++
  return count
}

/** A goal, and whether it is met. */
export function verdict(met: boolean, goal: string): string {
  return `${goal} ${met ? 'met' : 'missed'}`
}

/** A line of a table. */
export function row(name: string, ...cells: string[]): void {
  console.log(`  ${name.padEnd(30)}${cells.map(cell => ` ${cell.padStart(14)}`).join('')}`.trimEnd())
}

/** How often programs run beside each other that receive, forward or stream: each run takes seconds. */
export const ROUNDS = 3

export const STREAMED = [200_000, 400_000] as const

/**
 * Options of Node for a process whose peak memory over a stream is measured: V8's young generation has one size, twice
 * these MiB, from the start. By itself it doubles a few times, at other moments in each run, which says nothing about what
 * a stream leaves in memory.
 */
export const STEADY = ['--min-semi-space-size=16', '--max-semi-space-size=16'] as const

/**
 * Prints the peak memory of a stream over some and over twice as many; medians of interleaved runs.
 *
 * @param peaksKib of a process with {@link STEADY}, over each of {@link STREAMED}
 */
export async function printPeaks(
  name: string,
  what: string,
  peaksKib: () => Promise<number[]>,
): Promise<void> {
  const peaks = STREAMED.map(() => [] as number[])
  for (let round = 0; round < ROUNDS; round++) {
    for (const [which, kib] of (await peaksKib()).entries()) peaks[which]!.push(kib / 1024)
  }
  const [few, many] = peaks.map(median) as [number, number]
  console.log(
    `\nPeak memory in MiB over ${STREAMED.join(' and ')} ${what}, medians of ${ROUNDS} interleaved runs`,
  )
  row('', ...STREAMED.map(String), 'ratio', 'goal')
  row(name, few.toFixed(1), many.toFixed(1), (many / few).toFixed(2), verdict(many / few <= 1.15, '≤ 1.15'))
}
