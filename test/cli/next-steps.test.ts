/** Every error says what to do next. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { errorOf } from '../support/pixctl.ts'
import { runCommand, testHost } from '../support/run.ts'

const UUID = '0b7f7f2e-6f0e-4a55-9d8a-1d9b0c6f2a11'

const SIGNATURE = `t=1,v1=${'0'.repeat(64)}`

/** Wrong command lines and the exit code of each; `FILE` is a file that is neither PEM nor JSON. */
const WRONG: readonly [line: string, code: number][] = [
  ['nothing', 2],
  ['balance --nothing', 2],
  ['balance --timeout 0', 2],
  ['balance --base-url http://example.com/api/v1', 2],
  ['balance --base-url https://me:x@example.com/api/v1', 2],
  ['balance --profile .', 2],
  ['balance --timeout 1', 9],
  ['auth login --kind password', 2],
  ['auth login --base-url http://127.0.0.1:1/api/v1', 2],
  ['auth use missing', 5],
  ['charge create', 2],
  [`charge create --amount 1 --description ${'x'.repeat(81)}`, 2],
  ['charge create --amount 1 --validity 3h', 2],
  ['charge create --amount 1 --timeout 1', 9],
  ['charge confirm pay_1', 2],
  ['charge refund', 2],
  [`charge recover ${UUID}`, 5],
  [`charge recover --forget ${UUID}`, 5],
  [`charge recover --list ${UUID}`, 2],
  ['charges get a/b', 2],
  ['charges list --limit 0', 2],
  ['events tail --type payment.aproved', 2],
  ['events tail', 3],
  ['reconcile --since never', 2],
  ['webhook verify --body FILE', 2],
  ['webhook verify --signature t=1,v1=0 --body /nonexistent', 2],
  [`webhook verify --signature ${SIGNATURE} --body FILE`, 3],
  [`webhook verify --signature ${SIGNATURE} --body FILE --secret-file /nonexistent`, 2],
  ['webhook listen --port 70000', 2],
  ['webhook listen --tls-cert FILE', 2],
  ['webhook listen', 3],
  ['webhook trigger payment.aproved --to http://127.0.0.1:1', 2],
  ['sandbox seed 0', 2],
  ['sandbox pay pay_1', 9],
]

it('a wrong command line is told what is wrong, and what to do next', async () => {
  for (const [line, code] of WRONG) {
    const host = testHost({
      env: { PIXCTL_API_KEY: 'service_live_a_key_of_a_test', PIXCTL_BASE_URL: 'http://127.0.0.1:1/api/v1' },
    })
    const file = join(host.home, 'file')
    writeFileSync(file, '{ nothing of use')
    const args = line.split(' ').map(word => (word === 'FILE' ? file : word))
    const run = await runCommand(args, { host })
    const [first, ...next] = run.stderr
      .trimEnd()
      .split('\n')
      .filter(each => !/^(the sandbox is |SANDBOX, profile |profile )/.test(each))
    expect({ line, first, next, code: run.code }).toEqual({
      line,
      first: expect.stringMatching(/^error: \S/),
      next: expect.arrayContaining([expect.stringMatching(/^ {2}\S/)]),
      code,
    })
    expect(errorOf(await runCommand([...args, '--json'], { host })).error, line).toContain('; ')
  }
})
