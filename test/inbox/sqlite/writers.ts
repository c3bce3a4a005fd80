/** Processes that write an inbox. */

import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

export interface WriterProcess<Report> {
  process: ChildProcess
  /** What it has reported of its work so far. */
  reports: Report[]
  /** Resolves once it has reported all of its work. */
  finished(): Promise<void>
  /** Lets it do its work again; resolves as above, with new reports only. */
  again(): Promise<void>
}

/** Runs inbox-child.ts in a shell, after the commands of `before`. */
export function startWriter<Report>(before: string, ...args: (string | number)[]): WriterProcess<Report> {
  const path = join(import.meta.dirname, 'inbox-child.ts')
  const command = ['-c', `${before}\nexec "$0" "$@"`, process.execPath, path, ...args.map(String)]
  const child = spawn('bash', command, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const reports: Report[] = []
  child.on('message', (message: Report & { all?: true }) => {
    if (!message.all) reports.push(message)
  })
  const finished = () =>
    new Promise<void>((resolve, reject) => {
      child.once('close', code => reject(new Error(`it ended with ${code}`)))
      child.on('message', (message: { all?: true }) => {
        if (message.all) resolve()
      })
    })
  const again = () => {
    reports.length = 0
    child.send('again')
    return finished()
  }
  return { process: child, reports, finished, again }
}
