/** All commands by their ids. A command is loaded when it is used. */

type Load = () => Promise<{ default: unknown }>

export const COMMANDS: Readonly<Record<string, Load>> = {
  'auth:list': () => import('#commands/auth/list/index.ts'),
  'auth:login': () => import('#commands/auth/login/index.ts'),
  'auth:logout': () => import('#commands/auth/logout/index.ts'),
  'auth:use': () => import('#commands/auth/use/index.ts'),
  balance: () => import('#commands/balance/index.ts'),
  'charge:cancel': () => import('#commands/charge/cancel/index.ts'),
  'charge:confirm': () => import('#commands/charge/confirm/index.ts'),
  'charge:create': () => import('#commands/charge/create/index.ts'),
  'charge:recover': () => import('#commands/charge/recover/index.ts'),
  'charge:refund': () => import('#commands/charge/refund/index.ts'),
  'charge:wait': () => import('#commands/charge/wait/index.ts'),
  'charges:get': () => import('#commands/charges/get/index.ts'),
  'charges:list': () => import('#commands/charges/list/index.ts'),
  'charges:sync': () => import('#commands/charges/sync/index.ts'),
  'charges:watch': () => import('#commands/charges/watch/index.ts'),
  completion: () => import('#commands/completion/index.ts'),
  doctor: () => import('#commands/doctor/index.ts'),
  'events:tail': () => import('#commands/events/tail/index.ts'),
  'inbox:init': () => import('#commands/inbox/init/index.ts'),
  reconcile: () => import('#commands/reconcile/index.ts'),
  report: () => import('#commands/report/index.ts'),
  'sandbox:deposit': () => import('#commands/sandbox/deposit/index.ts'),
  'sandbox:expire': () => import('#commands/sandbox/expire/index.ts'),
  'sandbox:fail': () => import('#commands/sandbox/fail/index.ts'),
  'sandbox:fault:add': () => import('#commands/sandbox/fault/add/index.ts'),
  'sandbox:fault:clear': () => import('#commands/sandbox/fault/clear/index.ts'),
  'sandbox:fault:list': () => import('#commands/sandbox/fault/list/index.ts'),
  'sandbox:key:create': () => import('#commands/sandbox/key/create/index.ts'),
  'sandbox:key:list': () => import('#commands/sandbox/key/list/index.ts'),
  'sandbox:key:revoke': () => import('#commands/sandbox/key/revoke/index.ts'),
  'sandbox:open': () => import('#commands/sandbox/open/index.ts'),
  'sandbox:pay': () => import('#commands/sandbox/pay/index.ts'),
  'sandbox:seed': () => import('#commands/sandbox/seed/index.ts'),
  'sandbox:start': () => import('#commands/sandbox/start/index.ts'),
  'sandbox:store:add': () => import('#commands/sandbox/store/add/index.ts'),
  'sandbox:store:disable': () => import('#commands/sandbox/store/disable/index.ts'),
  'sandbox:store:enable': () => import('#commands/sandbox/store/enable/index.ts'),
  'sandbox:store:list': () => import('#commands/sandbox/store/list/index.ts'),
  'sandbox:token:rotate': () => import('#commands/sandbox/token/rotate/index.ts'),
  'sandbox:webhook:add': () => import('#commands/sandbox/webhook/add/index.ts'),
  'sandbox:webhook:list': () => import('#commands/sandbox/webhook/list/index.ts'),
  'sandbox:webhook:remove': () => import('#commands/sandbox/webhook/remove/index.ts'),
  'sandbox:webhook:rotate': () => import('#commands/sandbox/webhook/rotate/index.ts'),
  'sandbox:webhook:test': () => import('#commands/sandbox/webhook/test/index.ts'),
  state: () => import('#commands/state/index.ts'),
  'state:prune': () => import('#commands/state/prune/index.ts'),
  status: () => import('#commands/status/index.ts'),
  'webhook:check': () => import('#commands/webhook/check/index.ts'),
  'webhook:deliveries': () => import('#commands/webhook/deliveries/index.ts'),
  'webhook:inspect': () => import('#commands/webhook/inspect/index.ts'),
  'webhook:listen': () => import('#commands/webhook/listen/index.ts'),
  'webhook:replay': () => import('#commands/webhook/replay/index.ts'),
  'webhook:show': () => import('#commands/webhook/show/index.ts'),
  'webhook:trigger': () => import('#commands/webhook/trigger/index.ts'),
  'webhook:verify': () => import('#commands/webhook/verify/index.ts'),
}

/** The same commands, with the singular or plural of their noun. */
export const ALIASES: Readonly<Record<string, string>> = {
  'charge:get': 'charges:get',
  'charge:list': 'charges:list',
  'charge:watch': 'charges:watch',
  'charges:cancel': 'charge:cancel',
  'charges:confirm': 'charge:confirm',
  'charges:create': 'charge:create',
  'charges:recover': 'charge:recover',
  'charges:refund': 'charge:refund',
  'charges:wait': 'charge:wait',
}

/** The first words that several commands share; what they are about is in the help's texts. */
export const TOPICS = [
  'auth',
  'charge',
  'charges',
  'events',
  'inbox',
  'sandbox',
  'sandbox:fault',
  'sandbox:key',
  'sandbox:store',
  'sandbox:token',
  'sandbox:webhook',
  'state',
  'webhook',
] as const

/** A command as it is typed: `charge create` for `charge:create`. */
export function wordsOf(id: string): string {
  return id.replaceAll(':', ' ')
}

export type TopicId = (typeof TOPICS)[number]
