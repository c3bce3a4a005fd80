/** What a process has cost so far, as Linux counts it: the processor time of its threads, and what it has written. */

import { readdirSync, readFileSync } from 'node:fs'

/** In microseconds and bytes. */
export interface Costs {
  main: number
  /** Of all threads that Node calls workers: of `webhook listen`, those that write. */
  workers: number
  /** V8's own threads, and libuv's. */
  rest: number
  /** To files, sockets and `/dev/null`. */
  written: number
}

/** A tick of the kernel's clock, in microseconds. */
const TICK = 10_000

/** Undefined on other systems. */
export function costsOf(pid: number): Costs | undefined {
  if (process.platform !== 'linux') return undefined
  const costs = { main: 0, workers: 0, rest: 0, written: 0 }
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const [, name, fields] = /\((.*)\) (.*)/.exec(readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8'))!
    const [user, system] = fields!.split(' ').slice(11, 13).map(Number) as [number, number]
    const kind = thread === String(pid) ? 'main' : name === 'WorkerThread' ? 'workers' : 'rest'
    costs[kind] += (user + system) * TICK
  }
  costs.written = Number(/wchar: (\d+)/.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))![1])
  return costs
}

/** What each of `count` deliveries has cost between two moments. */
export function costsOfEach(count: number, before: Costs, after: Costs): Costs {
  const each = (what: keyof Costs) => (after[what] - before[what]) / count
  return { main: each('main'), workers: each('workers'), rest: each('rest'), written: each('written') }
}
