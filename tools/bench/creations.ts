/**
 * `charge create --from` against the sandbox, beside a loop over undici with as many connections that neither
 * journals nor checks. Then checking a long file: the time, and the memory beside that of a short one.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { median, row, type Subject, verdict, type Walk, walk } from './measure.ts'

const here = dirname(fileURLToPath(import.meta.url))
const run = join(here, '..', '..', 'bin', 'run.js')
const CONNECTIONS = 16

/** @param env what a measured process sees; `folder` is for the files and the sandbox's data */
export async function creations(env: NodeJS.ProcessEnv, folder: string, quick: boolean): Promise<void> {
  await rate(env, folder, quick)
  await checking(env, folder, quick)
}

async function rate(env: NodeJS.ProcessEnv, folder: string, quick: boolean): Promise<void> {
  const rows = quick ? 500 : 2_000
  const rounds = quick ? 3 : 9
  const file = join(folder, 'rows.csv')
  writeRows(file, rows)
  const { child, line } = await startSandbox(env, join(folder, 'sandbox'))
  try {
    const { baseUrl, apiKey } = JSON.parse(line)
    const storeEnv = { ...env, PIXCTL_BASE_URL: baseUrl, PIXCTL_API_KEY: apiKey }
    const bare = (): Subject => ({
      name: 'undici alone',
      args: [join(here, 'bare', 'undici-create.cjs'), file, String(CONNECTIONS)],
      env: storeEnv,
    })
    const create = (round: number): Subject => ({
      name: 'charge create --from --json',
      args: [
        ...[run, 'charge', 'create', '--from', file, '--batch', `round ${round}`, '--json'],
        ...['--parallel', String(CONNECTIONS), '--rate-limit', 'off'],
      ],
      env: storeEnv,
    })
    const results = new Map<string, Walk[]>()
    for (let round = -1; round < rounds; round++) {
      for (const subject of [bare(), create(round)]) {
        const result = await walk(subject)
        if (result.rows !== rows) throw new Error(`${subject.name} printed ${result.rows} rows`)
        if (round >= 0) results.set(subject.name, [...(results.get(subject.name) ?? []), result])
      }
    }
    console.log(
      `\nCreations from a file of ${rows}, ${CONNECTIONS} connections, medians of ${rounds} interleaved runs`,
    )
    row('', 'rows/s', 'ratio', 'goal')
    const rates = [...results].map(
      ([name, walks]) => [name, rows / (median(walks.map(({ ms }) => ms)) / 1000)] as const,
    )
    const [, least] = rates[0]!
    for (const [index, [name, each]] of rates.entries()) {
      const ratio = each / least
      row(name, each.toFixed(0), ratio.toFixed(2), index === 0 ? '' : verdict(ratio >= 0.6, '≥ 0.6'))
    }
  } finally {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
}

async function checking(env: NodeJS.ProcessEnv, folder: string, quick: boolean): Promise<void> {
  const [few, many] = [100_000, quick ? 300_000 : 1_000_000]
  const file = join(folder, 'rows.csv')
  const measured: Walk[] = []
  for (const rows of [few, many]) {
    writeRows(file, rows)
    const args = [run, 'charge', 'create', '--from', file, '--dry-run', '--json']
    measured.push(await walk({ name: '--dry-run', args, env }))
  }
  rmSync(file)
  const [short, long] = measured as [Walk, Walk]
  const ratio = long.peakKib / short.peakKib
  console.log(`\nPeak memory of charge create --from --dry-run in MiB, over ${few} rows and over ${many}`)
  row('', `${few}`, `${many}`, 'ratio', 'seconds', 'goal')
  const mib = measured.map(({ peakKib }) => (peakKib / 1024).toFixed(1))
  const seconds = (long.ms / 1000).toFixed(1)
  row('--dry-run', ...mib, ratio.toFixed(2), seconds, verdict(ratio <= 1.3, '≤ 1.3'))
}

function writeRows(file: string, count: number): void {
  const output = openSync(file, 'w')
  writeSync(output, 'reference,amount,description\n')
  for (let from = 1; from <= count; from += 10_000) {
    const lines: string[] = []
    for (let n = from; n < from + 10_000 && n <= count; n++)
      lines.push(`order-${n},${(n % 900) + 1}.50,Row ${n}\n`)
    writeSync(output, lines.join(''))
  }
  closeSync(output)
}

async function startSandbox(
  env: NodeJS.ProcessEnv,
  data: string,
): Promise<{ child: ChildProcess; line: string }> {
  const args = [run, 'sandbox', 'start', '--port', '0', '--rate-limit', 'off', '--json', '--data', data]
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(createInterface(child.stdout as Readable), 'line')
  return { child, line }
}
