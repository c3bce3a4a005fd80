/**
 * The benchmark: start-up, the walk over a long list, the pages that a search asks for, receiving deliveries, forwarding them, a stream of events, charges from a file, each beside the least that any program could do.
 * Ratios are of medians of interleaved runs on one machine in one go; docs/performance.md explains them.
 *
 *     npm run bench [-- --quick] [--start-up | --deliveries | --full-inbox | --postgres | --forwarding | --list | --events | --archive]
 *
 * --quick makes fewer runs; --start-up and the others measure nothing else. --archive measures only the archive,
 * and no other run does: to make its million charges takes more than a minute and 1.1 GB. --full-inbox has a million
 * events in its inboxes.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { archive } from './archive.ts'
import { creations } from './creations.ts'
import { forwarding } from './forwarding.ts'
import { fullInbox } from './full-inbox.ts'
import { median, row, type Subject, timeInterleaved, verdict, type Walk, walk } from './measure.ts'
import { pagesAsked } from './pages-asked.ts'
import { postgres } from './postgres.ts'
import { realtime } from './realtime.ts'
import { reconcile } from './reconcile.ts'
import { webhooks } from './webhooks.ts'

const here = dirname(fileURLToPath(import.meta.url))
const run = join(here, '..', '..', 'bin', 'run.js')
const quick = process.argv.includes('--quick')
const PARTS = [
  '--start-up',
  '--deliveries',
  '--full-inbox',
  '--postgres',
  '--forwarding',
  '--list',
  '--events',
  '--archive',
] as const
const only = PARTS.find(each => process.argv.includes(each))
const measures = (part: (typeof PARTS)[number]) => (only === undefined ? part !== '--archive' : part === only)
const SMALL = 1_000
const HALF = 50_000
/** The most that the service's pages show. */
const LARGE = 100_000

if (!existsSync(join(here, '..', '..', 'dist', 'pixctl.cjs'))) {
  console.error('pixctl is not built yet: run npm ci (or npm run build) first')
  process.exit(1)
}

const folder = mkdtempSync(join(tmpdir(), 'pixctl-bench-'))
const service = spawn(process.execPath, [join(here, 'service.ts'), ...[SMALL, HALF, LARGE].map(String)], {
  stdio: ['pipe', 'pipe', 'inherit'],
})
try {
  const [port] = await once(createInterface(service.stdout), 'line')
  const environment = (charges: number) => environmentFor(`http://127.0.0.1:${port}/${charges}/api/v1`)
  writeConfig()
  console.log(`Node ${process.versions.node}, ${process.platform} ${process.arch}\n`)
  if (measures('--archive')) {
    await archive(run, environment(SMALL), quick)
    await reconcile(run, environment(SMALL))
  }
  if (measures('--start-up')) startUp(environment(SMALL))
  if (measures('--deliveries')) await webhooks(environment(SMALL), folder)
  if (measures('--deliveries') || measures('--postgres')) await postgres(environment(SMALL), folder, false)
  if (measures('--full-inbox')) {
    await fullInbox(environment(SMALL), folder)
    await postgres(environment(SMALL), folder, true)
  }
  if (measures('--forwarding')) await forwarding(environment(SMALL), folder)
  if (measures('--list')) {
    await walks(environment)
    await pagesAsked(run, environment(LARGE))
  }
  if (measures('--events')) await realtime(environment(SMALL), folder)
  if (only === undefined) await creations(environment(SMALL), folder, quick)
} finally {
  service.stdin.end()
  rmSync(folder, { recursive: true, force: true })
}

/** What the measured processes see: only PATH of the caller. NODE_EXTRA_CA_CERTS, for example, would cost 40 ms. */
function environmentFor(baseUrl: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: folder,
    PIXCTL_CACHE_DIR: join(folder, 'cache'),
    PIXCTL_CONFIG_DIR: join(folder, 'config'),
    PIXCTL_DATA_DIR: join(folder, 'data'),
    PIXCTL_API_KEY: 'service_live_benchmark',
    PIXCTL_BASE_URL: baseUrl,
  }
}

/** Two profiles, so that `auth list` has something to show. */
function writeConfig(): void {
  const secrets = { 'api-key': { storage: 'keychain', origin: 'https://pix.example' } }
  const profile = { baseUrl: 'https://pix.example/api/v1', realtimeUrl: 'wss://pix.example/rt', secrets }
  mkdirSync(join(folder, 'config'), { mode: 0o700 })
  writeFileSync(
    join(folder, 'config', 'config.json'),
    JSON.stringify({ current: 'default', profiles: { default: profile, second: profile } }),
    { mode: 0o600 },
  )
}

function startUp(env: NodeJS.ProcessEnv): void {
  const pixctl = (...args: string[]): Subject => ({
    name: `pixctl ${args.join(' ')}`,
    args: [run, ...args],
    env,
  })
  const bare = (name: string, file: string): Subject => ({ name, args: [join(here, 'bare', file)], env })
  const floor: Subject = { name: 'node -e 0', args: ['-e', '0'], env }
  const goals: [Subject, number | null][] = [
    [floor, null],
    [pixctl('--version'), 1.3],
    [pixctl('auth', 'list'), 1.7],
    [pixctl('charges', 'get', '--help'), 2.2],
    [pixctl('balance'), 2.4],
    [bare('node:http, one GET', 'http-get.cjs'), null],
    [bare('undici, one GET', 'undici-get.cjs'), null],
  ]
  const rounds = quick ? 10 : 60
  const times = timeInterleaved(
    goals.map(([subject]) => subject),
    rounds,
  )
  const base = median(times.get(floor.name)!)
  console.log(`Start-up, medians of ${rounds} interleaved runs`)
  row('', 'ms', 'ratio', 'goal')
  for (const [{ name }, goal] of goals) {
    const ms = median(times.get(name)!)
    const ratio = ms / base
    row(name, ms.toFixed(1), ratio.toFixed(2), goal === null ? '' : verdict(ratio <= goal, `≤ ${goal}`))
  }
}

async function walks(environment: (charges: number) => NodeJS.ProcessEnv): Promise<void> {
  const list = ['charges', 'list', '--all', '--rate-limit', 'off']
  const subject = (name: string, charges: number, ...args: string[]): Subject & { charges: number } => ({
    name,
    charges,
    args,
    env: environment(charges),
  })
  const bare = subject('undici and JSON.parse alone', LARGE, join(here, 'bare', 'undici-walk.cjs'))
  const tsv = subject('charges list --all', LARGE, run, ...list)
  const json = subject('charges list --all --json', LARGE, run, ...list, '--json')
  const halfTsv = subject('charges list --all, half', HALF, run, ...list)
  const halfJson = subject('charges list --all --json, half', HALF, run, ...list, '--json')
  const halfBare = subject('undici and JSON.parse, half', HALF, join(here, 'bare', 'undici-walk.cjs'))
  const subjects = [bare, tsv, json, halfTsv, halfJson, halfBare]

  const rounds = quick ? 3 : 9
  const results = new Map(subjects.map(({ name }) => [name, [] as Walk[]]))
  for (let round = -1; round < rounds; round++) {
    for (const each of subjects) {
      const result = await walk(each)
      if (result.rows !== each.charges) throw new Error(`${each.name} printed ${result.rows} rows`)
      if (round >= 0) results.get(each.name)!.push(result)
    }
  }
  const rate = ({ name, charges }: { name: string; charges: number }) =>
    charges / (median(results.get(name)!.map(({ ms }) => ms)) / 1000)
  const peak = ({ name }: Subject) => median(results.get(name)!.map(({ peakKib }) => peakKib)) / 1024

  console.log(`\nThe walk over ${LARGE} charges in a pipe, medians of ${rounds} interleaved runs`)
  row('', 'rows/s', 'ratio', 'goal')
  for (const each of [bare, tsv, json]) {
    const ratio = rate(each) / rate(bare)
    const goal = each === bare ? '' : verdict(ratio >= 0.75, '≥ 0.75')
    row(each.name, rate(each).toFixed(0), ratio.toFixed(2), goal)
  }
  console.log(`\nPeak memory in MiB, over ${HALF} charges and over ${LARGE}`)
  row('', `${HALF}`, `${LARGE}`, 'ratio', 'goal')
  for (const [half, whole] of [
    [halfBare, bare],
    [halfTsv, tsv],
    [halfJson, json],
  ] as const) {
    const ratio = peak(whole) / peak(half)
    const goal = whole === bare ? '' : verdict(ratio <= 1.3, '≤ 1.3')
    row(whole.name, peak(half).toFixed(1), peak(whole).toFixed(1), ratio.toFixed(2), goal)
  }
}
