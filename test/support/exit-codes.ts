/** Runs that must end with an exit code: what their error is, plain and as a line of JSON. */

import { describe, expect, it } from 'vitest'
import { errorOf, type Run } from './pixctl.ts'

/** A command and the exit code that it ends with; it is run without flags and with --json. */
export type ExitRun = [code: number, what: string, run: (...json: string[]) => Promise<Run>]

const MEMBERS = ['error', 'exitCode', 'status', 'code', 'idempotencyKey', 'retryAfter']

/** Defines two tests for each run. */
export function describeExitCodes(runs: ExitRun[]): void {
  describe.each(runs)('exit %i: %s', (code, _what, run) => {
    it('is an error of a few lines on stderr', async () => {
      const ended = await run()
      expect(ended.code).toBe(code)
      expect(ended.stderr).toMatch(/^error: \S/m)
      expect(ended.stderr.split('\n').length).toBeLessThan(8)
    })

    it('is one line of JSON on stderr, with the members of the contract', async () => {
      const ended = await run('--json')
      const error = errorOf(ended)
      expect(error.exitCode).toBe(code)
      expect(error.error).not.toBe('')
      expect(MEMBERS).toEqual(expect.arrayContaining(Object.keys(error)))
      for (const name of ['status', 'retryAfter'] as const) {
        expect(['number', 'undefined']).toContain(typeof error[name])
      }
    })
  })
}
