/** What is wrong with an answer at a prompt, in a narrow terminal. */

import { expect, it } from 'vitest'
import { runCommand, testHost } from '../support/run.ts'

it('breaks what is wrong with an answer between words', async () => {
  const host = testHost({
    env: { TERM: 'dumb', LC_ALL: 'pt_BR.UTF-8', PIXCTL_API_KEY: `service_live_${'0'.repeat(48)}` },
    terminal: { columns: 40, rows: 24 },
    input: '1e3\n',
  })
  const { stderr } = await runCommand(['charge', 'create', '--base-url', 'http://127.0.0.1:9/api/v1'], {
    host,
  })
  expect(stderr).toContain('isso não é um valor em reais: 1e3;\nescreva como 35,90 ou 1.000,00, com no\n')
})
