/** Opens the dashboard of the profile's sandbox, or of --dashboard-url, with its token. */

import { type Context, type Flags, timeoutOf } from '#cli/context/context.ts'
import { startAgain } from '#cli/context/sandbox-profile.ts'
import { Failure } from '#lib/failure.ts'
import { checkBaseUrl } from '#lib/input/addresses.ts'
import { isLoopback, originOf } from '#lib/plain-address.ts'
import { suggest } from '#lib/suggestion.ts'
import type { DashboardCall } from './dashboard.ts'
import { texts } from './texts.ts'

/** Makes a call to the dashboard at `url`. */
export interface CallDashboard {
  <Answer>(...call: DashboardCall): Promise<Answer>
  url: string
}

/** Says on stderr which sandbox it is, and returns a function for calls to it. `url` is the value of --dashboard-url. */
export async function openDashboard(
  context: Context,
  flags: Flags,
  url: string | undefined,
): Promise<CallDashboard> {
  const { host, out, debug } = context
  const { profile: name, settings } = context.profile()
  const address = url === undefined ? settings.dashboardUrl : checkDashboardUrl(url)
  if (address === undefined) {
    throw new Failure('usage', () => texts.notASandbox(name), {
      next: suggest('sandbox start', { say: texts.startOne, profile: 'none' }),
    })
  }
  const service = url === undefined ? settings.baseUrl : undefined
  out.note(texts.which(name, new URL(service ?? address).host))
  const token = await tokenFor(context, address, url)
  const { callDashboard } = await import('./dashboard.ts')
  const dashboard = {
    url: checkDashboardUrl(address),
    token,
    start: url === undefined ? startAgain(name, settings) : undefined,
    signal: host.signal,
    timeoutMs: timeoutOf(flags),
    debug,
  }
  const call = <Answer>(...call: DashboardCall) => callDashboard<Answer>(dashboard, ...call)
  return Object.assign(call, { url: dashboard.url })
}

/** The token from the environment, otherwise from the profile. Failure (unauthenticated) for an unknown address. */
async function tokenFor(
  { host, profile, secretFor, hide }: Context,
  dashboardUrl: string,
  url: string | undefined,
): Promise<string> {
  const given = host.env.PIXCTL_DASHBOARD_TOKEN
  if (given) {
    hide(given)
    return given
  }
  if (url !== undefined && new URL(dashboardUrl).origin !== originOf(profile().settings.dashboardUrl)) {
    throw new Failure('unauthenticated', () => texts.noToken(new URL(dashboardUrl).host), {
      next: texts.setToken,
    })
  }
  return secretFor('dashboard-token', { dashboardUrl })
}

/**
 * An http address on this machine, otherwise Failure (usage). `localhost` may be two addresses, of which another program
 * may have one.
 */
function checkDashboardUrl(text: string): string {
  const url = checkBaseUrl(text, '--dashboard-url').replace('//localhost', '//127.0.0.1')
  if (isLoopback(new URL(url).hostname)) return url
  throw new Failure('usage', texts.onThisMachine, { next: texts.runThere })
}
