/** `--exit-with-stdin`: the sandbox ends when its standard input does, as when the program that holds the other end died. */

import type { Host } from '#cli/host/host.ts'

/** Aborts when standard input has ended or can't be read. What comes before is thrown away. */
export function endOfInput({ stdin: { stream } }: Host): AbortSignal {
  const controller = new AbortController()
  for (const event of ['end', 'error', 'close']) stream.on(event, () => controller.abort())
  stream.resume()
  return controller.signal
}
