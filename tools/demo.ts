/**
 * The main job, for real: the embedded sandbox starts, a charge is created and its QR code shown, it is
 * paid, confirmed, and the balance has grown. Every step is a public command, in folders of its own that
 * are gone afterwards.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const run = join(root, 'bin', 'run.js')
const folder = mkdtempSync(join(tmpdir(), 'pixctl-demo-'))
const { PIXCTL_API_KEY, PIXCTL_BASE_URL, PIXCTL_PROFILE, ...inherited } = process.env
const env = {
  ...inherited,
  PIXCTL_CONFIG_DIR: join(folder, 'config'),
  PIXCTL_DATA_DIR: join(folder, 'data'),
}
const bold = (text: string) =>
  process.stdout.isTTY && !process.env.NO_COLOR ? `\u001b[1m${text}\u001b[22m` : text

if (!existsSync(join(root, 'dist', 'pixctl.cjs'))) {
  console.error('pixctl is not built yet: run npm ci (or npm run build) first')
  process.exit(1)
}

let sandbox: ChildProcess | undefined
try {
  sandbox = await startSandbox()
  const before = balance()
  console.log()
  show('balance')
  show('charge', 'create', '--amount', '10.50', '--description', 'Coffee, table 4', '--qr', 'terminal')
  const id = pixctl('charges', 'list', '-q').trim()
  show('sandbox', 'pay', id)
  show('charge', 'confirm', id, '--amount', '10.50', '--description', 'Coffee, table 4')
  show('balance')
  const charge = JSON.parse(pixctl('charges', 'get', id, '--json'))
  const grown = balance() - before
  if (charge.status !== 'PAID' || grown !== Math.round(charge.netAmount * 100)) {
    throw new Error(`charge ${id} is ${charge.status} and the balance has grown by ${grown} centavos`)
  }
  const net = charge.netAmount.toFixed(2)
  console.log(bold(`\nThe charge is PAID, and the balance has grown by its netAmount, ${net}.`))
} finally {
  if (sandbox?.exitCode === null) {
    sandbox.kill('SIGTERM')
    await once(sandbox, 'exit')
  }
  rmSync(folder, { recursive: true, force: true })
}

async function startSandbox(): Promise<ChildProcess> {
  const arguments_ = ['sandbox', 'start', '--port', '0', '--json']
  announce(arguments_)
  const child = spawn(process.execPath, [run, ...arguments_], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the sandbox ended with ${code}`)
  })
  ended.catch(() => {})
  const [line] = await Promise.race([once(createInterface(child.stdout!), 'line'), ended])
  const { baseUrl } = JSON.parse(line)
  console.log(`serving ${baseUrl}`)
  return child
}

/** Runs a command for its output. */
function pixctl(...arguments_: string[]): string {
  const { status, stdout } = spawnSync(process.execPath, [run, ...arguments_], {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status !== 0) throw new Error(`pixctl ${arguments_.join(' ')} ended with ${status}`)
  return stdout
}

/** Runs a command before the reader's eyes, on this very terminal. */
function show(...arguments_: string[]): void {
  announce(arguments_)
  const { status } = spawnSync(process.execPath, [run, ...arguments_], { env, stdio: 'inherit' })
  if (status !== 0) throw new Error(`pixctl ${arguments_.join(' ')} ended with ${status}`)
}

function announce(arguments_: string[]): void {
  const words = arguments_.map(word => (/\s/.test(word) ? `"${word}"` : word))
  console.log(bold(`\n$ pixctl ${words.join(' ')}`))
}

/** The wallet's balance in centavos. */
function balance(): number {
  const reais = JSON.parse(pixctl('balance', '--json')).availableBalance
  return Math.round(reais * 100)
}
