/** Every command of pixctl by its id, loaded when it is used. Aliases point at the same command. */

type Load = () => Promise<{ default: unknown }>

export const COMMANDS: Readonly<Record<string, Load>> = {
  'auth:list': () => import('../commands/auth/list.ts'),
  'auth:login': () => import('../commands/auth/login.ts'),
  'auth:logout': () => import('../commands/auth/logout.ts'),
  'auth:use': () => import('../commands/auth/use.ts'),
  balance: () => import('../commands/balance.ts'),
  'charge:confirm': () => import('../commands/charge/confirm.ts'),
  'charge:create': () => import('../commands/charge/create.ts'),
  'charge:recover': () => import('../commands/charge/recover.ts'),
  'charge:wait': () => import('../commands/charge/wait.ts'),
  'charges:get': () => import('../commands/charges/get.ts'),
  'charges:list': () => import('../commands/charges/list.ts'),
  'events:tail': () => import('../commands/events/tail.ts'),
  reconcile: () => import('../commands/reconcile.ts'),
  'sandbox:deposit': () => import('../commands/sandbox/deposit.ts'),
  'sandbox:expire': () => import('../commands/sandbox/expire.ts'),
  'sandbox:fail': () => import('../commands/sandbox/fail.ts'),
  'sandbox:key:create': () => import('../commands/sandbox/key/create.ts'),
  'sandbox:key:list': () => import('../commands/sandbox/key/list.ts'),
  'sandbox:key:revoke': () => import('../commands/sandbox/key/revoke.ts'),
  'sandbox:pay': () => import('../commands/sandbox/pay.ts'),
  'sandbox:seed': () => import('../commands/sandbox/seed.ts'),
  'sandbox:start': () => import('../commands/sandbox/start.ts'),
  'sandbox:webhook:add': () => import('../commands/sandbox/webhook/add.ts'),
  'sandbox:webhook:list': () => import('../commands/sandbox/webhook/list.ts'),
  'sandbox:webhook:remove': () => import('../commands/sandbox/webhook/remove.ts'),
  'sandbox:webhook:test': () => import('../commands/sandbox/webhook/test.ts'),
  status: () => import('../commands/status.ts'),
  'webhook:check': () => import('../commands/webhook/check.ts'),
  'webhook:deliveries': () => import('../commands/webhook/deliveries.ts'),
  'webhook:listen': () => import('../commands/webhook/listen.ts'),
  'webhook:replay': () => import('../commands/webhook/replay.ts'),
  'webhook:trigger': () => import('../commands/webhook/trigger.ts'),
  'webhook:verify': () => import('../commands/webhook/verify.ts'),
}

/** The same commands under the other number of their noun. */
export const ALIASES: Readonly<Record<string, string>> = {
  'charge:get': 'charges:get',
  'charge:list': 'charges:list',
  'charges:confirm': 'charge:confirm',
  'charges:create': 'charge:create',
  'charges:recover': 'charge:recover',
  'charges:wait': 'charge:wait',
}

/** What a topic is for, as its help says. */
export const TOPICS: Readonly<Record<string, { description: string }>> = {
  auth: { description: 'profiles and their secrets' },
  charge: { description: 'create, await and confirm Pix charges' },
  charges: { description: 'list and read Pix charges' },
  events: { description: 'payment events as they happen' },
  sandbox: { description: 'the whole service on this machine' },
  'sandbox:key': { description: 'API keys of the sandbox' },
  'sandbox:webhook': { description: 'webhook endpoints of the sandbox' },
  webhook: { description: 'receive, verify, forward and replay webhook deliveries' },
}
