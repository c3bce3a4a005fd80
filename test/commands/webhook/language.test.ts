/** The commands of `webhook` in Portuguese: its dates, numbers and plurals, and what scripts read in both languages. */

import { expect, it } from 'vitest'
import { useLanguage } from '#lib/language.ts'
import { texts } from '#webhooks/wrong-signature/texts.ts'
import { attempt, openInbox } from '../../inbox/arriving.ts'
import { STATES, withKept, withReplayable } from '../../support/kept.ts'
import { LocalMachine } from '../../support/local.ts'
import { receiver, verifying } from '../../support/receivers.ts'
import { AT, BODY, sign } from '../../support/signature.ts'
import { SECRET } from '../../webhooks/target.ts'

const inPortuguese = () =>
  new LocalMachine({ PIXCTL_WEBHOOK_SECRET: SECRET, LC_ALL: 'pt_BR.UTF-8', NO_COLOR: '1' })
const terminal = { columns: 140, rows: 50 }

/** An endpoint that checks the signature of the JSON as it would write it. */
const rewriting = verifying(body => Buffer.from(JSON.stringify(JSON.parse(`${body}`))))

it('dates have the day first, and numbers a comma', async () => {
  const machine = await withKept(inPortuguese(), STATES)
  await attempt(await openInbox(machine.dataDir), 'dlv_2', 200, { replay: true, answer: 'ok' })
  const shown = await machine.pixctl(['webhook', 'show', 'dlv_2'], { terminal })
  expect(shown.stdout).toMatch(/^Recebido +\d\d\/\d\d\/2026 [\d:]+ por webhook$/m)
  expect(shown.stdout).toMatch(/^Encaminhado +sim, 3 tentativas$/m)
  const verified = ['webhook', 'verify', '--signature', sign(BODY, { secret: SECRET }), '--body', '-', ...AT]
  const { stdout } = await machine.pixctl(verified, { terminal, input: BODY })
  expect(stdout).toMatch(/^Timestamp +1772000000 \(25\/02\/2026 03:13:20\)$/m)
  await using endpoint = await receiver(SECRET, rewriting)
  const checked = await machine.pixctl(['webhook', 'check', endpoint.url], { terminal })
  expect(checked.stdout).toMatch(/^answer_in_time +passou +até 10 s +\d+,\d\d s na mais lenta$/m)
  expect(checked.stderr).toContain('1 de 10 verificações falhou, 8 puladas')
})

it('what was not sent is counted with the right endings', async () => {
  const { machine, target } = await withReplayable(inPortuguese(), [
    response => void response.destroy(),
    204,
    500,
  ])
  const replay = (...args: string[]) =>
    machine.pixctl(['webhook', 'replay', ...args, '--to', target.url], { terminal })
  const since = await replay('--since', '2020-01-01')
  expect(since.stderr).toContain('3 eventos a enviar, do mais antigo ao mais novo')
  expect(since.stderr).toContain('restam 2 eventos não enviados; para continuar:')
  const { stderr } = await replay('dlv_1', 'dlv_2')
  expect(stderr).toContain('erro: 1 de 2 eventos não foi aceito; o mais grave:')
})

it('advice on a wrong signature fits in 80 columns', () => {
  useLanguage('pt-BR')
  for (const [hint, { change }] of Object.entries(texts.hints)) {
    for (const line of change) {
      expect((typeof line === 'string' ? line : line()).length, hint).toBeLessThanOrEqual(78)
    }
  }
})

// test/language/scripts.all.test.ts has the other cases.
it('a cause is the same for scripts', async () => {
  await using endpoint = await receiver(SECRET, rewriting)
  const machine = inPortuguese()
  const steady = (text: string) => text.replaceAll(/\d+\.\d\d s at the slowest/g, 'soon')
  for (const format of [[], ['--json']]) {
    const args = ['webhook', 'check', endpoint.url, ...format]
    const [pt, en] = [await machine.pixctl(args), await machine.pixctl(args, { env: { LC_ALL: 'C' } })]
    expect([steady(pt.stdout), pt.code]).toEqual([steady(en.stdout), 10])
    expect(pt.stderr === en.stderr).toBe(format.length > 0)
  }
  machine[Symbol.dispose]()
})
