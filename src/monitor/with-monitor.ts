/** The monitor around a command: it starts first and ends last. */

import type { Context } from '#cli/context/context.ts'
import type { MonitorAddress } from '#cli/flags/monitor.ts'
import { listenFailure } from '#lib/listen-failure.ts'
import { isLoopback, urlHost } from '#lib/plain-address.ts'
import type { Monitor } from './monitor.ts'
import { texts } from './texts.ts'

/**
 * Does the work beside a monitor; without one if there is no address. Failure (usage) if it can't listen there.
 *
 * @param address of `--monitor`
 */
export async function withMonitor(
  context: Context,
  address: MonitorAddress | undefined,
  work: (monitor: Monitor | undefined) => Promise<void>,
): Promise<void> {
  if (address === undefined) return work(undefined)
  const monitor = await start(context, address)
  const host = urlHost(address.host)
  context.out.say(() => texts.monitorAt(`http://${host}:${monitor.port}/`), { port: monitor.port })
  if (!isLoopback(host)) {
    context.out.note(texts.answersAnyone(host))
  }
  try {
    await work(monitor)
  } finally {
    await monitor.close()
  }
}

async function start({ host }: Context, address: MonitorAddress): Promise<Monitor> {
  // Loaded only here, so that other commands start faster.
  const { Monitor } = await import('./monitor.ts')
  try {
    return await Monitor.start(address, host.clock, host.version)
  } catch (error) {
    throw listenFailure(error as NodeJS.ErrnoException, address, '--monitor', '--monitor')
  }
}
