import { headerPairs } from '#forwarding/target-headers.ts'

/** The value of a saved header; empty if it is missing. */
export function savedHeader(headers: string, name: string): string {
  const found = headerPairs(headers).find(([each]) => each.toLowerCase() === name.toLowerCase())
  return found?.[1] ?? ''
}
