/** How each command is run in both languages: its output formats, and errors. */

import { AT, BODY, sign } from '../support/signature.ts'
import { SECRET } from '../webhooks/target.ts'
import type { World } from './world.ts'

/** Where the sandbox's stream begins. */
const FIRST_PLACE = '9007199254740992'
const SIGNATURE = ['--signature', sign(BODY, { secret: SECRET }), ...AT]

/** The arguments after the name of the command. */
export interface Case {
  args: readonly string[] | ((world: World) => readonly string[] | Promise<readonly string[]>)
  env?: Record<string, string>
  input?: string
  /** Interrupts it once stdout or stderr holds this. */
  until?: RegExp
  /** Sends it a delivery once it listens. */
  delivers?: true
  /** The words of the commands are the same, but a person reads their descriptions. */
  describes?: true
  /** What else differs between two runs. */
  hide?: readonly RegExp[]
}

const plain = (...args: string[]): Case => ({ args })
/** The same arguments in these formats; '' is a pipe without a flag. */
const inFormats = (formats: readonly string[], ...args: string[]): Case[] =>
  formats.map(format => ({ args: [...args, ...(format === '' ? [] : [format])] }))
/** The same for arguments that need the state of the sandbox, or change it. */
const madeIn = (formats: readonly string[], make: (world: World) => Promise<string[]> | string[]): Case[] =>
  formats.map(format => ({
    args: async world => [...(await make(world)), ...(format === '' ? [] : [format])],
  }))

const TWO = ['', '--json']
const CHARGE = [...TWO, '-q']
const MS = [/"ms": ?\d+/g, /\t\d+$/gm]
const KEY_OF_NOTHING = '7c9e6679-7425-40de-944b-e07fc1f90ae7'

export const CASES: Record<string, readonly Case[]> = {
  'auth:list': inFormats(TWO),
  'auth:login': TWO.map(format => ({
    args: ({ sandbox }) => [
      ...['--insecure-storage', '--profile', 'mine', '--base-url', sandbox.baseUrl],
      ...(format === '' ? [] : [format]),
    ],
    env: { PIXCTL_API_KEY: '' },
    input: 'KEY',
  })),
  'auth:logout': madeIn(TWO, async ({ login }) => {
    await login('gone')
    return ['--profile', 'gone']
  }),
  'auth:use': [plain('sandbox'), plain('sandbox', '--json'), plain('missing', '--json')],
  balance: inFormats(TWO),
  'charge:cancel': inFormats(TWO, 'pay_1'),
  'charge:confirm': [
    ...madeIn(CHARGE, ({ paid }) => [paid, '--amount', '10.50']),
    ...madeIn(TWO, ({ paid }) => [paid, '--amount', '11', '--pass-fee', '--description', 'x']),
  ],
  'charge:create': [
    ...inFormats(CHARGE, '--amount', '10,50', '--description', 'Café'),
    ...inFormats(TWO, '--amount', '1.000'),
    ...inFormats(TWO, '--amount', '1', '--validity', '45m'),
    ...madeIn([...CHARGE, '--csv'], world => [
      ...['--from', world.rows('a,10.00\nb,1')],
      ...['--batch', `batch ${world.next()}`],
    ]),
    ...madeIn(TWO, ({ rows }) => ['--from', rows('a,ten\nb,2000')]),
    ...madeIn(TWO, ({ rows }) => ['--from', rows('c,10.00'), '--dry-run']),
  ],
  'charge:recover': [
    ...madeIn(TWO, async world => {
      await world.unresolved()
      return ['--list']
    }),
    ...madeIn(TWO, async world => {
      await world.unresolved()
      return []
    }),
    ...madeIn(TWO, async world => ['--forget', await world.unresolved()]),
    ...inFormats(TWO, KEY_OF_NOTHING),
  ],
  'charge:refund': inFormats(TWO, 'pay_1'),
  'charge:wait': [
    ...madeIn(CHARGE, ({ paid }) => [paid]),
    ...madeIn(TWO, ({ expired }) => [expired]),
    ...madeIn(TWO, ({ pending }) => [pending, '--wait-timeout', '1']),
  ],
  'charges:get': [
    ...madeIn(CHARGE, ({ paid }) => [paid]),
    ...madeIn(CHARGE, ({ expired }) => [expired, '--offline']),
    ...inFormats(TWO, 'pay_unknown'),
    ...inFormats(TWO, 'no id!'),
  ],
  'charges:list': [
    ...inFormats([...CHARGE, '--csv']),
    ...inFormats([...CHARGE, '--csv'], '--all'),
    { args: ['--csv', '--csv-style', 'excel-br'] },
    ...inFormats([...TWO, '--csv'], '--sum'),
    ...inFormats(TWO, '--status', 'paid', '--search', 'cafe', '--since', '7d'),
    ...inFormats([...CHARGE, '--csv'], '--offline'),
    ...inFormats(TWO, '--offline', '--sum'),
    ...inFormats(TWO, '--status', 'pago'),
    ...inFormats(TWO, '--since', 'ontem'),
    plain('--csv', '--json'),
  ],
  'charges:sync': madeIn(TWO, async ({ pixctl }) => {
    await pixctl('charges', 'sync')
    return []
  }),
  'charges:watch': [
    { args: ['--since', '1h'], until: /./ },
    { args: ['--json'], until: /./ },
    ...inFormats(TWO, '--since', 'never'),
  ],
  completion: [
    ...['bash', 'zsh', 'fish', 'powershell'].map((shell): Case => ({ args: [shell], describes: true })),
    plain('cmd', '--json'),
  ],
  doctor: inFormats(TWO),
  'events:tail': [
    ...inFormats(TWO, '--after', FIRST_PLACE, '--max', '2'),
    ...inFormats(TWO, '--after', FIRST_PLACE, '--max', '1', '--type', 'payment.approved'),
    ...inFormats(TWO, '--type', 'payment.aproved'),
    ...inFormats(TWO, '--after', 'nonsense'),
    { args: ['--no-resume', '--log-format', 'json'], until: /"level":"info"/ },
  ],
  'inbox:init': [
    ...inFormats(TWO),
    ...inFormats(TWO, '--inbox', 'postgres://nobody@127.0.0.1:9/none', '--timeout', '0.5'),
  ],
  reconcile: [...inFormats(TWO), ...inFormats(TWO, '--since', 'ontem')],
  report: [
    ...inFormats([...TWO, '--csv']),
    ...inFormats([...TWO, '--csv'], '--by', 'month', '--since', '2026-01-01'),
    ...inFormats(TWO, '--offline'),
  ],
  'sandbox:deposit': [...inFormats(TWO, '12,50'), ...inFormats(TWO, '1e3')],
  'sandbox:expire': madeIn(CHARGE, async world => [await world.create()]),
  'sandbox:fail': madeIn(CHARGE, async world => [await world.create()]),
  'sandbox:fault:add': [
    ...inFormats(TWO, '--on', 'balance', '--status', '503', '--times', '1'),
    ...inFormats(TWO, '--on', 'nowhere'),
  ],
  'sandbox:fault:list': inFormats(TWO),
  'sandbox:fault:clear': [
    ...inFormats(TWO, 'flt_unknown'),
    // The first language clears them, and none is left.
    ...inFormats(TWO).map(each => ({ ...each, hide: [/(?<=cleared\W+)\d+/g] })),
  ],
  'sandbox:key:create': inFormats(TWO, '--permission', 'payments:read', '--expires', '1d'),
  'sandbox:key:list': inFormats(TWO),
  'sandbox:key:revoke': [
    ...madeIn(TWO, async ({ pixctl }) => [
      JSON.parse((await pixctl('sandbox', 'key', 'create', '--json')).stdout).id,
    ]),
    ...inFormats(TWO, 'key_unknown'),
  ],
  'sandbox:open': inFormats(TWO, '--print'),
  'sandbox:pay': [
    ...madeIn(CHARGE, async world => [await world.create()]),
    ...madeIn(TWO, ({ paid }) => [paid]),
    ...madeIn(TWO, ({ failed }) => [failed]),
    ...inFormats(TWO, 'pay_unknown'),
  ],
  'sandbox:seed': [...inFormats(TWO, '2'), ...inFormats(TWO, '0')],
  'sandbox:start': [
    { args: ['--port', '0', '--data', ':memory:', '--profile', 'other'], until: /dashboardUrl/ },
    { args: ['--port', '0', '--data', ':memory:', '--profile', 'other', '--json'], until: /dashboardUrl/ },
    ...madeIn(TWO, ({ sandbox }) => ['--port', new URL(sandbox.baseUrl).port, '--data', ':memory:']),
  ],
  'sandbox:store:add': [
    ...madeIn(TWO, world => [`branch-${world.next()}`]),
    ...inFormats(TWO, 'main'),
    ...inFormats(TWO, 'No name'),
  ],
  'sandbox:store:disable': inFormats(TWO),
  'sandbox:store:enable': inFormats(TWO),
  'sandbox:store:list': inFormats(TWO),
  'sandbox:token:rotate': inFormats(TWO),
  'sandbox:webhook:add': [
    ...madeIn(TWO, world => [`http://127.0.0.1:9/${world.next()}`]),
    ...inFormats(TWO, 'ftp://x', '--event', 'payment.created'),
  ],
  'sandbox:webhook:list': inFormats(TWO),
  'sandbox:webhook:remove': [
    ...madeIn(TWO, async world => [await world.endpoint()]),
    ...inFormats(TWO, 'whk_unknown'),
  ],
  'sandbox:webhook:rotate': [
    ...madeIn(TWO, async world => [await world.endpoint()]),
    ...inFormats(TWO, 'whk_unknown'),
  ],
  'sandbox:webhook:test': madeIn(TWO, async world => [await world.endpoint()]).map(each => ({
    ...each,
    hide: MS,
  })),
  state: inFormats(TWO),
  'state:prune': [...inFormats(TWO, '--keep', '30d', '--yes'), ...inFormats(TWO, '--keep', '1d', '--yes')],
  status: inFormats(TWO),
  'webhook:check': [...madeIn(TWO, ({ target }) => [target]), ...inFormats(TWO, 'http://127.0.0.1:1/')],
  'webhook:deliveries': [
    ...inFormats(TWO),
    ...inFormats(TWO, '--forward', 'pending', '--since', '2026-01-01'),
  ],
  'webhook:inspect': [
    { args: ['--port', '0', '--print'], until: /login=/ },
    { args: ['--port', '0', '--print', '--json'], until: /"loginUrl"/ },
  ],
  'webhook:listen': [
    ...inFormats(TWO, '--port', '0', '--max', '1').map((each): Case => ({ ...each, delivers: true })),
    { args: ['--port', '0', '--log-format', 'json'], until: /listening/ },
    ...inFormats(TWO, '--path', 'x'),
  ],
  'webhook:replay': [
    ...TWO.map(format => ({
      args: ({ target }: World) => ['dlv_kept_1', '--to', target, ...(format === '' ? [] : [format])],
      hide: MS,
    })),
    ...inFormats(TWO, '--pending'),
    ...inFormats(TWO, 'dlv_unknown', '--to', '1'),
  ],
  'webhook:show': [
    ...inFormats([...TWO, '--body', '--headers'], 'dlv_kept_1'),
    ...inFormats(TWO, 'dlv_ke'),
    ...inFormats(TWO, 'dlv_unknown'),
  ],
  'webhook:trigger': TWO.map(format => ({
    args: ({ target }) => ['payment.approved', '--to', target, ...(format === '' ? [] : [format])],
    hide: MS,
  })),
  'webhook:verify': [BODY, 'other'].flatMap(input =>
    inFormats(TWO, ...SIGNATURE).map(each => ({ ...each, input })),
  ),
}
