/** Signals while nobody reads the terminal: every command that runs for long, on a real terminal that is full. */

import { spawn, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freePort, isListening } from '../support/http.ts'
import type { Machine } from '../support/pixctl.ts'
import { startRecordingProxy } from '../support/recording-proxy.ts'
import { openStore } from '../support/store.ts'

const hasPython = spawnSync('python3', ['-c', 'import pty']).status === 0
if (!hasPython) process.stderr.write('skipped: terminals that nobody reads: it needs the package python3\n')

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const LEAVE_SCREEN = '\u001b[?1049l'
const SHOW_CURSOR = '\u001b[?25h'

interface End {
  /** Negative if a signal killed it. */
  code: number
  /** What was on it after what had filled it. */
  screen: string
  /** Whether the terminal shows what is typed, in lines, and Ctrl-C is a signal. */
  usual: boolean
  /** From the signal to the end of the process, in milliseconds. */
  ms: number
}

/** Whether a write of the process waits for its terminal: its epoll has EPOLLOUT for it (proc_pid_fdinfo(5)). */
function waitsForTerminal(pid: number): boolean {
  const lists = readdirSync(`/proc/${pid}/fdinfo`).map(fd =>
    readFileSync(`/proc/${pid}/fdinfo/${fd}`, 'utf8'),
  )
  const waited = [...lists.join('\n').matchAll(/^tfd: +(\d+) events: +[\da-f]*[4-7c-f] /gm)]
  return waited.some(([, fd]) => readlinkSync(`/proc/${pid}/fd/${fd}`).startsWith('/dev/pts/'))
}

/** Starts a command on a terminal that is full. Nobody reads it before `read` is called. */
async function onFullTerminal(machine: Machine, args: readonly string[]) {
  const child = spawn(
    'python3',
    [path('unread-terminal.py'), process.execPath, path('../../bin/run.js'), ...args],
    {
      env: { ...machine.env, TERM: 'xterm-256color' },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const pid = Number((await lines.next()).value)
  let isOver = false
  onTestFinished(() => void (isOver || process.kill(pid, 'SIGKILL')))
  return {
    pid,
    read: () => void child.stdin.write('read\n'),
    end: async (signal: NodeJS.Signals): Promise<End> => {
      const start = performance.now()
      process.kill(pid, signal)
      const { code, screen, usual } = JSON.parse((await lines.next()).value!)
      isOver = true
      const text = Buffer.from(screen, 'base64').toString().replace(/^#*/, '')
      return { code, usual, screen: text, ms: performance.now() - start }
    },
  }
}

describe.skipIf(!hasPython)('on a terminal that nobody reads', async () => {
  const store = await openStore()
  await store.control('/seed', { count: 200 })
  const { id } = await store.create('--amount', '35.90', '--validity', '1h')
  const { machine, sandbox } = store
  const signing = { PIXCTL_WEBHOOK_SECRET: 'whsec_0123456789abcdef', PIXCTL_WS_TOKEN: sandbox.wsToken }
  Object.assign(machine.env, signing, { PIXCTL_REALTIME_URL: sandbox.realtimeUrl! })
  const file = join(machine.folder, 'rows.csv')
  writeFileSync(file, `reference,amount\n${Array.from({ length: 500 }, (_, n) => `r${n},1.00\n`).join('')}`)

  /** Starts it; resolves when it has called the service, or is on the realtime channel. */
  async function running(args: readonly string[]) {
    const proxy = await startRecordingProxy(new URL(sandbox.baseUrl).origin)
    const terminal = await onFullTerminal(machine, [...args, '--base-url', `${proxy.origin}/api/v1`])
    const clients = async () =>
      (await store.control('/realtime/test', {})).body.data.clients + proxy.calls.length
    await expect.poll(clients).toBeGreaterThan(0)
    return terminal
  }

  const ON_A_PORT: [string, (port: string) => string[]][] = [
    ['webhook listen', port => ['webhook', 'listen', '--port', port]],
    ['sandbox start', port => ['sandbox', 'start', '--port', port, '--data', ':memory:']],
    ['charges watch with its page', port => ['charges', 'watch', '--web', port]],
  ]
  const CALLING: [string, string[]][] = [
    ['events tail', ['events', 'tail']],
    ['charges watch', ['charges', 'watch']],
    ['charge wait', ['charge', 'wait', id]],
    ['charge create --from', ['charge', 'create', '--from', file, '--rate-limit', 'off']],
  ]
  async function expectEnd(
    { pid, end }: Awaited<ReturnType<typeof running>>,
    signal: NodeJS.Signals,
    code: number,
  ) {
    await expect.poll(() => waitsForTerminal(pid)).toBe(true)
    const { ms, ...ended } = await end(signal)
    expect(ended).toMatchObject({ code, usual: true })
    expect(ms).toBeLessThan(10_000)
  }

  it.each(ON_A_PORT)('%s ends at SIGTERM', async (_, argsAt) => {
    const port = await freePort()
    const terminal = await onFullTerminal(machine, argsAt(String(port)))
    await expect.poll(() => isListening(port)).toBe(true)
    await expectEnd(terminal, 'SIGTERM', 143)
  })

  it.each(CALLING)('%s ends at SIGTERM', async (_, args) => {
    await expectEnd(await running(args), 'SIGTERM', 143)
  })

  it('charge wait ends at SIGINT', async () => {
    await expectEnd(await running(['charge', 'wait', id]), 'SIGINT', 130)
  })

  it('charges watch restores the screen and the cursor, if somebody reads again', async () => {
    const terminal = await running(['charges', 'watch'])
    await expect.poll(() => waitsForTerminal(terminal.pid)).toBe(true)
    setTimeout(terminal.read, 500)
    const { code, screen, usual } = await terminal.end('SIGTERM')
    expect({ code, usual }).toEqual({ code: 143, usual: true })
    expect(screen).toContain(LEAVE_SCREEN)
    expect(screen).toContain(SHOW_CURSOR)
  })
})
