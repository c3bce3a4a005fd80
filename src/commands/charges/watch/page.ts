/** `charges watch --web`: serves the counter as a web page until it is stopped. */

import { join } from 'node:path'
import type { WatchUpdate } from '#charges/watching/charges-watch.ts'
import { Counter } from '#charges/watching/counter.ts'
import { sandboxAt } from '#cli/context/sandbox-profile.ts'
import { checkHost, readTls } from '#cli/flags/serving.ts'
import { canReadKeys, withKeys } from '#cli/host/keys.ts'
import { hint } from '#cli/output/hints.ts'
import { asFailure } from '#cli/output/report.ts'
import { DEFAULT_PROFILE, SANDBOX_PROFILE } from '#credentials/profiles.ts'
import { isLoopback } from '#lib/plain-address.ts'
import { stateFolder } from '#state/folder.ts'
import { certificateFor, showForTablet } from './address.ts'
import { changePrinter, type Followed, unfinishedOf } from './followed.ts'
import { texts } from './texts.ts'

export interface PageFlags {
  web: number
  host?: string | undefined
  'tls-cert'?: string | undefined
  'tls-key'?: string | undefined
}

/** Runs until it is stopped. Throws the signal's reason, or the Failure that ends the watch. */
export async function showPage(
  { context, watch, since, cents }: Followed,
  flags: PageFlags,
  textOf: ((update: WatchUpdate) => string) | undefined,
): Promise<void> {
  const { host, out, debug } = context
  const counter = new Counter({ watch, creator: context, asFailure })
  const { serveCounter } = await import('#counter/serve.ts')
  const address = checkHost(flags.host)
  const given = await readTls(flags['tls-cert'], flags['tls-key'])
  const own = given ? undefined : await certificateFor(context, address)
  const tls = given ?? own
  const page = await serveCounter({
    counter,
    clock: host.clock,
    host: address,
    port: flags.web,
    tls,
    isSandbox: sandboxAt(context.profile().config.profiles, context.baseUrl()) !== undefined,
    shop: shopName(context.profile().profile),
    cents,
    since,
    assetsFolder: join(host.root, 'dist', 'web'),
    unfinished: await unfinishedOf(context),
    keptFile: name => join(stateFolder(context.folders.data, context.profile().profile), name),
    commandText: step => hint(step, host),
    onFault: fault => debug(`page: ${(fault as Error)?.stack ?? fault}`),
  })
  const hasKeys = await canReadKeys(host)
  const isHere = isLoopback(address)
  const say = async () => {
    const url = page.newLoginUrl()
    if (!isHere) await showForTablet(context, url, own, hasKeys)
    else out.say(() => `${texts.pageAt()} ${url}`)
  }
  const print = changePrinter(context, textOf)
  const broken = Promise.withResolvers<never>()
  let printed = Promise.resolve()
  // Who doesn't read stdout must not keep the pages waiting.
  const handOver = async (update: WatchUpdate) => {
    printed = printed.then(() => print(update))
    printed.catch(broken.reject)
  }
  const run = () => Promise.race([counter.run(handOver), broken.promise])
  try {
    context.announce()
    await say()
    tls?.watch(host.clock, out, host.signal)
    if (!hasKeys) return await run()
    if (isHere) out.note(texts.anotherAddress)
    return await withKeys(host, () => void say(), run)
  } finally {
    await page.close()
    await counter.settled()
    watch.close()
    const left = (await unfinishedOf(context))()
    if (left) out.warn(left)
  }
}

/** What customers read: `loja-centro` as `Loja centro`; empty if nobody chose the name. */
function shopName(profile: string): string {
  const words = profile.replaceAll(/[-_.]+/g, ' ')
  return [DEFAULT_PROFILE, SANDBOX_PROFILE].includes(profile)
    ? ''
    : words.charAt(0).toUpperCase() + words.slice(1)
}
