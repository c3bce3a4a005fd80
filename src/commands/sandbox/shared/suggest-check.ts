import type { Text } from '#lib/language.ts'
import { type Suggestion, suggest } from '#lib/suggestion.ts'
import { texts } from './texts.ts'

/** The check to run against an endpoint after this answer; none unless its signature check may be the cause. */
export function checkAfter(
  status: number | null | undefined,
  endpoint: { url: string; profile: string },
  say: Text = texts.toSeeWhy,
): Suggestion[] {
  return status === 400 || status === 401 ? [suggestCheck(endpoint, say)] : []
}

/** With the sandbox's profile, for another one may be current. */
export function suggestCheck({ url, profile }: { url: string; profile: string }, say: Text): Suggestion {
  return suggest('webhook check', { say, args: [url], flags: { profile }, profile: 'none' })
}
