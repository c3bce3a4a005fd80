import type { Host } from '#cli/host/host.ts'
import { confirm } from '#cli/host/prompt.ts'
import { Failure } from '#lib/failure.ts'
import { isLoopback } from '#lib/plain-address.ts'
import { texts } from './texts.ts'

/** Asks before signed test payments are sent to another machine. `--yes` answers in advance. */
export async function confirmTarget(
  host: Host,
  url: string,
  flags: { yes?: boolean | undefined; 'no-input'?: boolean | undefined },
): Promise<void> {
  const { hostname, host: name } = new URL(url)
  if (flags.yes || isLoopback(hostname)) return
  const asked = !flags['no-input'] && host.stdin.isTTY && host.stderr.isTTY === true
  if (asked && (await confirm(host, texts.sendTests(name)))) return
  throw new Failure('usage', () => texts.notThisMachine(name), { next: texts.addYes })
}
