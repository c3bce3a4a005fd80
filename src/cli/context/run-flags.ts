/** The flags that the context of a run uses. */

export interface Flags {
  profile?: string | undefined
  'base-url'?: string | undefined
  /** Only for commands that use the realtime channel. */
  'realtime-url'?: string | undefined
  /** Only for commands that use the inbox. */
  inbox?: string | undefined
  json?: boolean | undefined
  'no-color'?: boolean | undefined
  'no-input'?: boolean | undefined
  debug?: boolean | undefined
  /** Only for commands that run as a service. */
  'log-format'?: string | undefined
  /** Seconds. */
  timeout?: number | undefined
}

/** How long a command waits for an answer, retries included, in milliseconds. */
export function timeoutOf({ timeout = 60 }: Flags): number {
  return Math.round(timeout * 1000)
}
