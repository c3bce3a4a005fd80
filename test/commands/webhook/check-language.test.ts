/** `webhook check` in Portuguese: what a person reads, and that scripts read the same as in English. */

import { describe, expect, it } from 'vitest'
import { type Behaviour, receiver, verifying } from '../../support/receivers.ts'
import { runCommand, testHost } from '../../support/run.ts'

const SECRET = 'whsec_of_the_check_test'

const check = (url: string, { lang = 'pt_BR.UTF-8', args = [] as string[], terminal = false } = {}) =>
  runCommand(['webhook', 'check', url, ...args], {
    host: testHost({
      env: { PIXCTL_WEBHOOK_SECRET: SECRET, NO_COLOR: '1', LC_ALL: lang },
      ...(terminal ? { terminal: { columns: 80, rows: 40 } } : {}),
    }),
  })

const rewriting = verifying(body => Buffer.from(JSON.stringify(JSON.parse(`${body}`))))

describe('in Portuguese', () => {
  it('shows the checks, the cause with its code, and what failed', async () => {
    await using endpoint = await receiver(SECRET, rewriting)
    const { stdout, stderr, code } = await check(endpoint.url, { terminal: true })
    expect(code).toBe(10)
    expect(stderr).toContain(`enviando eventos de teste assinados para ${endpoint.url}`)
    expect(stderr).toContain('1 de 10 verificações falhou, 8 puladas')
    expect(stdout).toMatch(/^VERIFICAÇÃO +RESULTADO +ESPERADO +RECEBIDO$/m)
    expect(stdout).toMatch(/^valid_delivery +FALHOU +2xx +401$/m)
    expect(stdout).toMatch(/^answer_in_time +passou +até 10 s +\d+,\d\d s na mais lenta$/m)
    expect(stdout).toMatch(/^causa: json_stringify\n {2}O endpoint aceita uma assinatura feita sobre o JSON/m)
    expect(stdout).toContain(
      'Node: app.use(express.json({ verify: (req, _, body) => { req.rawBody = body } }))',
    )
  })

  it('says why checks were skipped, and what to do', async () => {
    await using endpoint = await receiver(SECRET, () => 401)
    const { stdout, stderr } = await check(endpoint.url, { terminal: true })
    expect(stdout).toMatch(/^duplicate_event +pulada +2xx *\nanswer_in_time /m)
    expect(stdout).toMatch(/^puladas\n {2}Estas verificações ainda não provam nada/m)
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('nenhum deles explica isso')
    expect(stderr).toContain('1 de 10 verificações falhou, 8 puladas')
  })

  it('names a mistake, with a line of code for each programming language', async () => {
    await using endpoint = await receiver(SECRET, (request, secret) =>
      verifying()(request, secret.slice('whsec_'.length)),
    )
    const { stdout } = await check(endpoint.url, { terminal: true })
    expect(stdout).toMatch(
      /^causa: secret_prefix\n {2}O endpoint aceita uma assinatura feita com o segredo sem whsec_\.\s+A chave é o\s+texto/m,
    )
    expect(stdout).toMatch(
      /^ {4}Node: const secret = process\.env\.WEBHOOK_SECRET \/\/ a sua variável, com o whsec_$/m,
    )
  })

  it('says that all passed', async () => {
    await using endpoint = await receiver(SECRET, verifying())
    const { stderr } = await check(endpoint.url)
    expect(stderr).toContain('todas as 10 verificações passaram')
    expect(stderr).toMatch(/se ele salvou o evento em disco antes .* cada id de evento uma só vez/)
  })
})

describe('for scripts', () => {
  const cases: [string, Behaviour][] = [
    ['is right', verifying()],
    ['writes the JSON again', rewriting],
    ['takes everything', () => 204],
    ['refuses everything', () => 401],
    ['fails', () => 500],
    ['uses half of the secret', (request, secret) => verifying()(request, secret.slice('whsec_'.length))],
    [
      'cuts what it refuses',
      async (request, secret) => {
        const status = await verifying()(request, secret)
        if (status === 401) request.socket.destroy()
        return status === 401 ? null : status
      },
    ],
  ]

  it.each(cases)('an endpoint that %s gives the same in both languages', async (_name, behave) => {
    await using endpoint = await receiver(SECRET, behave)
    const stable = (text: string) => text.replaceAll(/\d+\.\d\d s at the slowest/g, '0.00 s at the slowest')
    for (const args of [[], ['--json']]) {
      const en = await check(endpoint.url, { lang: 'C', args })
      const pt = await check(endpoint.url, { args })
      expect({ stdout: stable(pt.stdout), code: pt.code }).toEqual({
        stdout: stable(en.stdout),
        code: en.code,
      })
      if (args.length > 0) expect(pt.stderr).toBe(en.stderr)
      else expect(pt.stderr).not.toBe(en.stderr)
    }
  })
})
