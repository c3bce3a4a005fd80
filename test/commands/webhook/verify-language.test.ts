/** `webhook verify` in Portuguese: what a person reads, and that scripts read the same as in English. */

import { describe, expect, it } from 'vitest'
import { useLanguage } from '#lib/language.ts'
import { texts } from '#webhooks/wrong-signature/texts.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { runCommand, testHost } from '../../support/run.ts'
import { AT, BODY, SECRET, SIGNED_AT, sign, writeIn } from '../../support/signature.ts'

const verify = (
  args: readonly string[],
  {
    input = BODY,
    lang = 'pt_BR.UTF-8',
    terminal,
  }: { input?: string; lang?: string; terminal?: boolean } = {},
) =>
  runCommand(['webhook', 'verify', ...args], {
    host: testHost({
      env: { PIXCTL_WEBHOOK_SECRET: SECRET, NO_COLOR: '1', LC_ALL: lang },
      input,
      ...(terminal ? { terminal: { columns: 100, rows: 30 } } : {}),
    }),
  })

describe('in Portuguese', () => {
  it('shows the parts and the result', async () => {
    const body = writeIn(temporaryFolder(), 'body', BODY)
    const run = await verify(['--signature', sign(BODY), '--body', body, ...AT], { terminal: true })
    expect(run.stdout).toMatch(/^Timestamp +1772000000 \(25\/02\/2026 03:13:20\)$/m)
    expect(run.stdout).toMatch(/^Assinaturas +1 com v1$/m)
    expect(run.stdout).toMatch(/^Segredos +1 testado$/m)
    expect(run.stdout).toMatch(/^Resultado +válida$/m)
    expect(run.stderr).toContain('a assinatura é válida')
  })

  it('explains what was changed', async () => {
    const run = await verify(['--signature', sign(BODY), ...AT], { input: `${BODY}\n` })
    expect(run.stderr).toMatch(
      /^erro: a assinatura não confere. Causa:\n {2}trailing_newline: uma quebra de linha/,
    )
    expect(run.code).toBe(10)
  })

  it('says how old it is, also beside a time of --at', async () => {
    const old = await verify(['--signature', sign(BODY), '--at', String(SIGNED_AT + 372)])
    expect(old.stderr).toContain('assinada 6 min 12 s antes de --at, 1 min 12 s além do limite')
    expect(old.stderr).toContain('o horário dela está longe demais do atual')
  })

  it.each([
    ['', 'não há assinatura'],
    ['t=1', 'malformado: falta o v1='],
    [`${sign(BODY)}0`, 'v1= tem 65 caracteres, e não 64'],
    ['t=1,t=2', 'há 2 partes t=, e não uma'],
  ])('says what is wrong with the header %j', async (header, says) => {
    expect((await verify(['--signature', header])).stderr).toContain(says)
  })

  it('has lines of advice that fit in 80 columns', () => {
    useLanguage('pt-BR')
    for (const [hint, { change }] of Object.entries(texts.hints)) {
      for (const line of change) {
        expect((typeof line === 'string' ? line : line()).length, hint).toBeLessThanOrEqual(78)
      }
    }
  })
})

describe('for scripts', () => {
  it.each([
    ['valid', [sign(BODY), ...AT], BODY],
    ['changed', [sign(BODY), ...AT], `${BODY}\n`],
    ['of another secret', [sign(BODY, { secret: 'whsec_other' }), ...AT], BODY],
    ['old', [sign(BODY)], BODY],
    ['malformed', ['t=1'], BODY],
    ['missing', [''], BODY],
  ])('one that is %s is the same in both languages', async (_name, args, input) => {
    for (const format of [[], ['--json']]) {
      // One after the other: the language belongs to the whole process.
      const en = await verify(['--signature', ...args, ...format], { input, lang: 'C' })
      const pt = await verify(['--signature', ...args, ...format], { input })
      // How long ago a signature was made changes by the second.
      const stable = (text: string) =>
        text.replaceAll(/\d+ d \d+ h/g, '').replace(/("?skewSeconds"?\D+)\d+/, '$1')
      expect({ stdout: stable(pt.stdout), code: pt.code }).toEqual({
        stdout: stable(en.stdout),
        code: en.code,
      })
      if (format.length > 0) expect(stable(pt.stderr)).toBe(stable(en.stderr))
      else if (en.code !== 0) expect(pt.stderr).not.toBe(en.stderr)
    }
  })
})
