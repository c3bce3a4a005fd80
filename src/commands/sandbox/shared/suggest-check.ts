import type { Text } from '#lib/language.ts'
import { isLoopback } from '#lib/plain-address.ts'
import { type Suggestion, suggest } from '#lib/suggestion.ts'
import { texts } from './texts.ts'

/** The check to run against an endpoint after this answer; none unless its signature check may be the cause. */
export function checkAfter(
  status: number | null | undefined,
  endpoint: { url: string; profile: string },
  say: Text = texts.toSeeWhy,
): Suggestion[] {
  return (status === 400 || status === 401) && canCheck(endpoint.url) ? [suggestCheck(endpoint, say)] : []
}

/** `webhook check` sends nothing by http to another machine, where a sandbox with --allow-remote does. */
export function canCheck(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || isLoopback(hostname)
}

/** With the sandbox's profile, for another one may be current. */
export function suggestCheck({ url, profile }: { url: string; profile: string }, say: Text): Suggestion {
  return suggest('webhook check', { say, args: [url], flags: { profile }, profile: 'none' })
}
