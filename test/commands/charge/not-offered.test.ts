/** `charge refund` and `charge cancel`, which the service doesn't have. */

import { describe, expect, it } from 'vitest'
import { errorOf } from '../../support/pixctl.ts'
import { runCommand, testHost } from '../../support/run.ts'

/** No address, no key: these commands send nothing. */
const run = (line: string) => runCommand(line.split(' '), { host: testHost() })

describe.each([
  ['refund', "error: the service has no refunds, so pixctl can't pay anything back\n", 'devolução'],
  ['cancel', "error: the service has no cancel, so pixctl can't end a charge\n", '--validity 30m'],
])('charge %s', (verb, first, instead) => {
  it.each([`charges ${verb} pay_1`, `charge ${verb} pay_1 --reason wrong --amount=-5 --force -x`])(
    '%s says so, with any arguments',
    async line => {
      const { stdout, stderr, code } = await run(line)
      expect({ stdout, code }).toEqual({ stdout: '', code: 2 })
      expect(stderr.startsWith(first)).toBe(true)
      expect(stderr).toContain(instead)
      expect(stderr).not.toMatch(/flag|argument/)
    },
  )

  it('is one line of JSON with --json', async () => {
    const failed = await run(`charge ${verb} pay_1 --reason wrong --json`)
    expect(failed.stderr.match(/\n/g)).toHaveLength(1)
    expect(errorOf(failed)).toEqual({ error: expect.stringContaining('pay_1'), exitCode: 2 })
  })
})
