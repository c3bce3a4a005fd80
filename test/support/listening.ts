/** `webhook listen` in this process. */

import { onTestFinished } from 'vitest'
import { Stopped } from '#lib/failure.ts'
import { type Run, wordsOf } from './pixctl.ts'
import { runCommand, type testHost } from './run.ts'

export interface Listening {
  url: string
  /** All of stderr so far. */
  stderr(): string
  /** Resolves once stderr has this. */
  says(pattern: RegExp): Promise<RegExpExecArray>
  /** Resolves once stdout has this. */
  prints(pattern: RegExp): Promise<RegExpExecArray>
  /** Ends it as Ctrl-C does. */
  stop(): Promise<Run>
}

/** Starts it on any port, or that of `--port`; it ends with the test. Rejects if it ends before it listens. */
export async function startListening(
  host: ReturnType<typeof testHost>,
  args: readonly string[] = [],
): Promise<Listening> {
  const interrupt = new AbortController()
  const signal = AbortSignal.any([host.signal, interrupt.signal])
  const text = { stdout: '', stderr: '' }
  let checks: (() => void)[] = []
  const port = args.includes('--port') ? [] : ['--port', '0']
  const run = runCommand(['webhook', 'listen', ...port, ...args], {
    host: { ...host, signal },
    onOutput: (output, stream) => {
      text[stream] = output
      for (const check of checks) check()
    },
  })
  const has = (stream: keyof typeof text, pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const check = () => {
        const found = pattern.exec(wordsOf(text[stream]))
        if (!found) return
        checks = checks.filter(each => each !== check)
        resolve(found)
      }
      checks.push(check)
      check()
      run.then(({ stderr, code }) => reject(new Error(`it ended with ${code}:\n${stderr}`)), reject)
    })
  const says = (pattern: RegExp) => has('stderr', pattern)
  const prints = (pattern: RegExp) => has('stdout', pattern)
  const stop = async () => {
    interrupt.abort(new Stopped('interrupted'))
    return run
  }
  onTestFinished(async () => void (await stop()))
  const [, url] = await says(/^(?:listening on|escutando em) (.*)$/m)
  return { url: url!, says, prints, stop, stderr: () => text.stderr }
}
