/** All commands by their ids. A command is loaded when it is used. */

type Load = () => Promise<{ default: unknown }>

export const COMMANDS: Readonly<Record<string, Load>> = {
  'auth:list': () => import('../../commands/auth/list/index.ts'),
  'auth:login': () => import('../../commands/auth/login/index.ts'),
  'auth:logout': () => import('../../commands/auth/logout/index.ts'),
  'auth:use': () => import('../../commands/auth/use/index.ts'),
  balance: () => import('../../commands/balance/index.ts'),
  'charge:cancel': () => import('../../commands/charge/cancel/index.ts'),
  'charge:confirm': () => import('../../commands/charge/confirm/index.ts'),
  'charge:create': () => import('../../commands/charge/create/index.ts'),
  'charge:recover': () => import('../../commands/charge/recover/index.ts'),
  'charge:refund': () => import('../../commands/charge/refund/index.ts'),
  'charge:wait': () => import('../../commands/charge/wait/index.ts'),
  'charges:get': () => import('../../commands/charges/get/index.ts'),
  'charges:list': () => import('../../commands/charges/list/index.ts'),
  'charges:sync': () => import('../../commands/charges/sync/index.ts'),
  'events:tail': () => import('../../commands/events/tail/index.ts'),
  reconcile: () => import('../../commands/reconcile/index.ts'),
  report: () => import('../../commands/report/index.ts'),
  'sandbox:deposit': () => import('../../commands/sandbox/deposit/index.ts'),
  'sandbox:expire': () => import('../../commands/sandbox/expire/index.ts'),
  'sandbox:fail': () => import('../../commands/sandbox/fail/index.ts'),
  'sandbox:fault:add': () => import('../../commands/sandbox/fault/add/index.ts'),
  'sandbox:fault:clear': () => import('../../commands/sandbox/fault/clear/index.ts'),
  'sandbox:fault:list': () => import('../../commands/sandbox/fault/list/index.ts'),
  'sandbox:key:create': () => import('../../commands/sandbox/key/create/index.ts'),
  'sandbox:key:list': () => import('../../commands/sandbox/key/list/index.ts'),
  'sandbox:key:revoke': () => import('../../commands/sandbox/key/revoke/index.ts'),
  'sandbox:pay': () => import('../../commands/sandbox/pay/index.ts'),
  'sandbox:seed': () => import('../../commands/sandbox/seed/index.ts'),
  'sandbox:start': () => import('../../commands/sandbox/start/index.ts'),
  'sandbox:webhook:add': () => import('../../commands/sandbox/webhook/add/index.ts'),
  'sandbox:webhook:list': () => import('../../commands/sandbox/webhook/list/index.ts'),
  'sandbox:webhook:remove': () => import('../../commands/sandbox/webhook/remove/index.ts'),
  'sandbox:webhook:test': () => import('../../commands/sandbox/webhook/test/index.ts'),
  status: () => import('../../commands/status/index.ts'),
  'webhook:check': () => import('../../commands/webhook/check/index.ts'),
  'webhook:deliveries': () => import('../../commands/webhook/deliveries/index.ts'),
  'webhook:listen': () => import('../../commands/webhook/listen/index.ts'),
  'webhook:replay': () => import('../../commands/webhook/replay/index.ts'),
  'webhook:trigger': () => import('../../commands/webhook/trigger/index.ts'),
  'webhook:verify': () => import('../../commands/webhook/verify/index.ts'),
}

/** The same commands, with the singular or plural of their noun. */
export const ALIASES: Readonly<Record<string, string>> = {
  'charge:get': 'charges:get',
  'charge:list': 'charges:list',
  'charges:cancel': 'charge:cancel',
  'charges:confirm': 'charge:confirm',
  'charges:create': 'charge:create',
  'charges:recover': 'charge:recover',
  'charges:refund': 'charge:refund',
  'charges:wait': 'charge:wait',
}

/** The description of each topic in the help. */
export const TOPICS: Readonly<Record<string, { description: string }>> = {
  auth: { description: 'log in and manage profiles' },
  charge: { description: 'create, wait for and confirm Pix charges' },
  charges: { description: 'find, total, list and read Pix charges' },
  events: { description: 'watch payment events as they happen' },
  sandbox: { description: 'run a copy of the service on this machine' },
  'sandbox:fault': { description: 'make the sandbox go wrong' },
  'sandbox:key': { description: "manage the sandbox's API keys" },
  'sandbox:webhook': { description: "manage the sandbox's webhook endpoints" },
  webhook: { description: 'receive, verify, forward and replay webhook deliveries' },
}
