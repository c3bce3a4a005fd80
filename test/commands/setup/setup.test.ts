/** `setup`: what it asks on a terminal, what it leaves alone, and what it says to a script. */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { ownCertificate } from '#counter/own-certificate.ts'
import { networkAddresses } from '#lib/own-address.ts'
import { LocalMachine } from '../../support/local.ts'
import { errorOf } from '../../support/pixctl.ts'
import { runCommand } from '../../support/run.ts'
import { startSandboxOn } from '../../support/sandbox.ts'
import { fields, openLocalStore } from '../../support/store.ts'

const store = await openLocalStore()
const { baseUrl, realtimeUrl, apiKey, wsToken } = store.sandbox

const CAN_ASK = { terminal: { columns: 200, rows: 60 }, env: { TERM: 'xterm' } }

/** A question and its answer; `ctrl-c` for none. */
type Answer = [question: string, answer: string]

/** Answers each question once it is on the screen, in this order; fails if one is never asked. */
async function setUp(
  machine: LocalMachine,
  answers: Answer[],
  args: string[] = [],
  env: Record<string, string> = {},
) {
  const host = machine.host({ ...CAN_ASK, env: { ...CAN_ASK.env, ...env } })
  const keys = new PassThrough()
  host.stdin.stream = keys
  const open = [...answers]
  let seen = 0
  const run = await runCommand(['setup', ...args], {
    host,
    onOutput: (text, stream) => {
      const at = stream === 'stderr' && open[0] ? text.indexOf(open[0][0], seen) : -1
      if (at === -1) return
      seen = at + open[0]![0].length
      const [, answer] = open.shift()!
      setImmediate(() => keys.write(answer === 'ctrl-c' ? '\u0003' : `${answer}\r`))
    },
  })
  expect(open).toEqual([])
  return { ...run, text: plain(run.stderr) }
}

/** Without colours and movements of the cursor. */
const plain = (text: string) => text.replaceAll(/\u001b\[[\d;?]*[A-Za-z]/g, '')

const ADDRESS: Answer = ['Address of the service, such as', baseUrl]
const KEY: Answer = ['API key:', apiKey]
const FILE: Answer = ['Keep it in a file that only you can read?', 'y']
const TOKEN: Answer[] = [
  ['Do you have it at hand?', 'y'],
  ['Address of the realtime channel', realtimeUrl],
  ['WebSocket token:', wsToken],
]
const TABLET: Answer = ['Will a tablet or phone show the counter too?', '']
const CENTS: Answer = ['Are the digits cents at your counter?', 'y']
const HEARD: Answer = ['Did you hear it?', 'y']
const NO_CHARGE: Answer = ['Make the test charge?', '']

const profileOf = async (machine: LocalMachine) =>
  JSON.parse((await machine.pixctl(['auth', 'list', '--json'])).stdout)[0]

describe('on a terminal', () => {
  it('asks for all of a new store, and keeps the secrets in a file if there is no keychain', async () => {
    using machine = new LocalMachine()
    const run = await setUp(machine, [ADDRESS, KEY, FILE, ...TOKEN, TABLET, CENTS, HEARD, NO_CHARGE])
    expect(run).toMatchObject({ code: 0, stdout: '' })
    expect(run.text).toContain('with the WebSocket token, a payment is seen at once instead of within 5 s')
    expect(run.text).toContain('permissions: payments:create, payments:read, balance:read')
    expect(run.text).toMatch(
      /no check failed.*\nevery morning, this opens the counter: pixctl charges watch\n$/,
    )
    expect(await profileOf(machine)).toMatchObject({
      ...{ profile: 'default', current: true, baseUrl, realtimeUrl },
      secrets: [
        { kind: 'api-key', storage: 'file' },
        { kind: 'ws-token', storage: 'file' },
      ],
    })
    for (const secret of [apiKey, wsToken]) expect(run.stdout + run.stderr).not.toContain(secret)
  })

  it('asks only for what is missing when it runs again, and leaves what is there', async () => {
    using machine = new LocalMachine()
    await setUp(machine, [
      ADDRESS,
      KEY,
      FILE,
      ['Do you have it at hand?', ''],
      TABLET,
      CENTS,
      HEARD,
      NO_CHARGE,
    ])
    const config = readFileSync(join(machine.configDir, 'secrets.json'), 'utf8')
    const second = await setUp(machine, [...TOKEN, TABLET, HEARD, NO_CHARGE])
    expect(second.text).toContain(
      'already there, and left as it is: the address of the service and the API key',
    )
    expect(JSON.parse(readFileSync(join(machine.configDir, 'secrets.json'), 'utf8')).default).toMatchObject(
      JSON.parse(config).default,
    )
    const third = await setUp(machine, [TABLET, HEARD, NO_CHARGE])
    expect(third.text).toContain('the API key and the WebSocket token')
    expect(third.text).not.toContain('Do you have it at hand?')
    const { profiles } = JSON.parse(readFileSync(join(machine.configDir, 'config.json'), 'utf8'))
    expect(profiles.default.cents).toBe(true)
  })

  it('ends with 3 if the key may be kept nowhere', async () => {
    using machine = new LocalMachine()
    const run = await setUp(machine, [ADDRESS, KEY, [FILE[0], 'n']])
    expect(run.code).toBe(3)
    expect(existsSync(join(machine.configDir, 'secrets.json'))).toBe(false)
  })

  it('keeps what was stored after Ctrl-C, with 130', async () => {
    using machine = new LocalMachine()
    const run = await setUp(machine, [ADDRESS, KEY, FILE, ['Do you have it at hand?', 'ctrl-c']])
    expect(run.code).toBe(130)
    expect(await profileOf(machine)).toMatchObject({ baseUrl, secrets: [{ kind: 'api-key' }] })
    expect((await machine.pixctl(['balance'])).code).toBe(0)
  })

  it('makes a charge of 1 real on a yes, and says how to see it paid', async () => {
    using machine = new LocalMachine({ PIXCTL_BASE_URL: baseUrl, PIXCTL_API_KEY: apiKey })
    const no: Answer = ['Do you have it at hand?', '']
    const charge: Answer = ['Make the test charge?', 'y']
    const run = await setUp(machine, [no, TABLET, CENTS, [HEARD[0], 'n'], charge], [], {
      TERM: 'linux',
      NO_COLOR: '1',
    })
    expect(run.code).toBe(0)
    expect(run.text).toContain('turn the volume up')
    const id = /to see that it was paid: pixctl charge wait (pay_\w+)/.exec(run.text)?.[1]
    const { body } = await store.api(`/payments/${id}`)
    expect(body.data).toMatchObject({ status: 'PENDING', requestedAmount: 1, description: 'Test' })
    expect(run.stdout).toMatch(/[▀▄]/)
  })

  it('says how to pay the test charge in a sandbox, and asks for nothing that a sandbox has', async () => {
    using machine = new LocalMachine()
    await startSandboxOn(machine.host())
    const run = await setUp(machine, [TABLET, CENTS, HEARD, ['Make the test charge?', 'y']])
    expect(run.code).toBe(0)
    expect(run.text).toContain('SANDBOX, profile sandbox')
    expect(run.text).toMatch(/to pay it: pixctl sandbox pay pay_\w+\n/)
    expect(run.text).toContain('for your own store: pixctl setup --profile NAME')
  })

  it('ends with 1 and the command all the same if a check fails', async () => {
    using machine = new LocalMachine()
    const sandbox = await startSandboxOn(machine.host())
    await sandbox.stop()
    const run = await setUp(machine, [TABLET, CENTS, HEARD, NO_CHARGE])
    expect(run.code).toBe(1)
    expect(run.text).toMatch(/error: 2 checks failed: .*base_url.*\n.*pixctl charges watch\n$/)
  })

  it('is in Portuguese', async () => {
    using machine = new LocalMachine({ PIXCTL_BASE_URL: baseUrl, PIXCTL_API_KEY: apiKey })
    const run = await setUp(
      machine,
      [
        ['Você tem o token em mãos?', 'não'],
        ['Um tablet ou celular também vai mostrar o balcão?', ''],
        ['No seu balcão, os dígitos são centavos?', ''],
        ['Você ouviu?', 's'],
        ['Criar a cobrança de teste?', ''],
      ],
      ['--lang', 'pt-BR'],
    )
    expect(run.code).toBe(0)
    expect(run.text).toMatch(/todas as manhãs, isto abre o balcão: pixctl charges watch\n$/)
  })
})

const [address] = networkAddresses()

describe.skipIf(address === undefined)('a tablet', () => {
  const ENV = { PIXCTL_BASE_URL: baseUrl, PIXCTL_API_KEY: apiKey }
  const NO_TOKEN: Answer = ['Do you have it at hand?', '']

  it('gets a certificate for the address of this machine, which the next run leaves alone', async () => {
    using machine = new LocalMachine(ENV)
    const yes: Answer = [TABLET[0], 'y']
    const run = await setUp(machine, [NO_TOKEN, yes, CENTS, HEARD, NO_CHARGE])
    expect(run.code).toBe(0)
    expect(run.text).toContain(`the same network as this computer (${address})`)
    expect(run.text).toMatch(new RegExp(`pixctl charges watch --web --host ${address}\n$`))
    const file = join(machine.dataDir, 'profiles/default/counter-certificate.pem')
    const pem = readFileSync(file, 'utf8')
    const again = await setUp(machine, [NO_TOKEN, [HEARD[0], 'n'], NO_CHARGE])
    expect(again.text).toContain(`there: pixctl charges watch --web --host ${address}\n`)
    expect(again.text).toContain(`the certificate for the tablet is already there: ${address}`)
    expect(readFileSync(file, 'utf8')).toBe(pem)
  })
})

it.skipIf(address === undefined)('names no address that this computer has no longer', async () => {
  using machine = new LocalMachine({ PIXCTL_BASE_URL: baseUrl, PIXCTL_API_KEY: apiKey })
  const owner = { dataDir: machine.dataDir, profile: 'default' }
  await ownCertificate(owner, '203.0.113.9', Date.now())
  const run = await setUp(machine, [['Do you have it at hand?', ''], TABLET, CENTS, HEARD, NO_CHARGE])
  expect(run.text).toContain('no longer has the address 203.0.113.9')
  expect(run.text).toMatch(/this opens the counter: pixctl charges watch\n$/)
})

describe('for a script', () => {
  it('says what is missing, with the commands that set it, and asks nothing: exit 2', async () => {
    using machine = new LocalMachine()
    const run = await machine.pixctl(['setup'])
    expect(run.code).toBe(2)
    expect(fields(run.stdout)).toEqual({
      profile: 'default',
      missing: 'base-url,api-key,ws-token',
      next: 'pixctl charges watch',
    })
    expect(run.stderr).toBe(
      `error: not set up yet: the address of the service, the API key and the WebSocket token
  pixctl auth login --base-url https://…/api/v1 < FILE
  pixctl auth login --kind ws-token --realtime-url wss://… < FILE
`,
    )
    expect(existsSync(machine.configDir)).toBe(false)
    expect((await machine.pixctl(['setup', '--no-input'], CAN_ASK)).code).toBe(2)
  })

  it('counts flags, the environment and the profile, and a secret only for its own address', async () => {
    using machine = new LocalMachine()
    const login = ['auth', 'login', '--insecure-storage', '--base-url', baseUrl]
    await machine.pixctl(login, { input: apiKey })
    const missing = async (args: string[] = [], env = {}) => {
      const { stdout } = await machine.pixctl(['setup', '--json', ...args], { env })
      return JSON.parse(stdout).missing.map(({ name }: { name: string }) => name)
    }
    expect(await missing()).toEqual(['ws-token'])
    expect(await missing(['--realtime-url', realtimeUrl], { PIXCTL_WS_TOKEN: wsToken })).toEqual([])
    expect(await missing(['--base-url', 'https://other.example/api/v1'])).toEqual(['api-key', 'ws-token'])
  })

  it('is 0 with the command of the next morning if nothing is missing', async () => {
    using machine = new LocalMachine()
    await startSandboxOn(machine.host())
    const run = await machine.pixctl(['setup', '--json', '--profile', 'sandbox'])
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(run.stdout)).toEqual({
      profile: 'sandbox',
      missing: [],
      next: 'pixctl charges watch --profile sandbox',
    })
    const other = await machine.pixctl(['setup', '--json', '--profile', 'shop'])
    expect(errorOf(other)).toMatchObject({ exitCode: 2, error: expect.stringContaining('not set up yet') })
  })
})
