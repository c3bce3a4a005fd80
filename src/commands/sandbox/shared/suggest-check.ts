import type { Text } from '#lib/language.ts'
import { isLoopback } from '#lib/plain-address.ts'
import { type Suggestion, suggest } from '#lib/suggestion.ts'
import { texts } from './texts.ts'

interface Checked {
  url: string
  /** The sandbox's, for another one may be current. Without it nobody knows the endpoint's secret. */
  profile: string | undefined
}

/** The check to run against an endpoint after this answer; none unless its signature check may be the cause. */
export function checkAfter(
  status: number | null | undefined,
  endpoint: Checked,
  say: Text = texts.toSeeWhy,
): Suggestion[] {
  return status === 400 || status === 401 ? suggestCheck(endpoint, say) : []
}

/** None if there is no profile, or for http to another machine: `webhook check` sends nothing there. */
export function suggestCheck({ url, profile }: Checked, say: Text): Suggestion[] {
  const { protocol, hostname } = new URL(url)
  if (profile === undefined || (protocol === 'http:' && !isLoopback(hostname))) return []
  return [suggest('webhook check', { say, args: [url], flags: { profile }, profile: 'none' })]
}
