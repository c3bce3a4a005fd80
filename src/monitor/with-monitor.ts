/** The monitor around a command: it starts first and ends last. */

import type { Clock } from '#lib/clock.ts'
import { listenFailure } from '#lib/listen-failure.ts'
import type { Notes } from '#lib/notes.ts'
import { isLoopback, urlHost } from '#lib/plain-address.ts'
import type { Monitor, MonitorAddress } from './monitor.ts'
import { texts } from './texts.ts'

/**
 * Does the work beside a monitor; without one if there is no address. Failure (usage) if it can't listen there.
 *
 * @param address of `--monitor`
 */
export async function withMonitor(
  { host, out }: { host: { clock: Clock; version: string }; out: Notes },
  address: MonitorAddress | undefined,
  work: (monitor: Monitor | undefined) => Promise<void>,
): Promise<void> {
  if (address === undefined) return work(undefined)
  // Loaded only here, so that other commands start faster.
  const { Monitor } = await import('./monitor.ts')
  const monitor = await Monitor.start(address, host.clock, host.version).catch(error => {
    throw listenFailure(error, address, '--monitor', '--monitor')
  })
  const name = urlHost(address.host)
  out.say(() => texts.monitorAt(`http://${name}:${monitor.port}/`), { port: monitor.port })
  if (!isLoopback(name)) out.note(texts.answersAnyone(name))
  try {
    await work(monitor)
  } finally {
    await monitor.close()
  }
}
