/** `--exit-with-stdin`: the sandbox ends when its standard input does, as when the program that holds the other end died. */

import type { Host } from '#cli/host/host.ts'
import { aborted } from '#lib/ending.ts'

/** Node reads a stdin that has ended, such as /dev/null, within this time. */
const READ_MS = 50

/** Aborts when standard input has ended or can't be read. What comes before is thrown away. */
export function endOfInput({ stdin: { stream } }: Host): AbortSignal {
  const controller = new AbortController()
  for (const event of ['end', 'error', 'close']) stream.on(event, () => controller.abort())
  stream.resume()
  return controller.signal
}

/** Whether it has ended, or does so right now. */
export async function hasEnded(input: AbortSignal, { clock }: Host): Promise<boolean> {
  await Promise.race([aborted(input), clock.sleep(READ_MS)])
  return input.aborted
}
