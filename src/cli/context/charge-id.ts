/** The beginning of a charge's id, for commands that ask the service: it is completed by the ids kept here and the newest. */

import { Failure } from '#lib/failure.ts'
import { SHORTEST_SHOWN, theOneWith } from '../flags/prefixes.ts'
import type { Context } from './context.ts'
import { texts } from './texts.ts'

/**
 * Asks with an id as it was given. Only if the service doesn't know it, asks again with the one id that begins with it, and
 * says so: of those kept here and of the newest charges, which `charges list` shows with shortened ids. Failure (usage) with
 * the candidates if there are several.
 */
export async function askWithId<T>(
  context: Context,
  given: string,
  ask: (id: string) => Promise<T>,
): Promise<T> {
  try {
    return await ask(given)
  } catch (error) {
    if (!(error instanceof Failure) || error.category !== 'not_found') throw error
    const id = await theOneWith(given, texts.someCharge, (prefix, most) => idsWith(context, prefix, most))
    // If the id itself is kept, it is no beginning, and the charge is gone.
    if (id === null || id === given) throw error
    context.out.say(() => texts.onlyOne(given, id))
    return ask(id)
  }
}

/**
 * Whether an id that the service doesn't know is only a part of one, as lists and the counter show it, or has other capital
 * letters: of those kept here and of the newest charges. One that isn't longer than in `charges list` always is.
 */
export async function isPartOfId(context: Context, given: string): Promise<boolean> {
  const found = await idsWith(context, given, 1)
  if (found.includes(given)) return false
  const newest = (await context.newestCharges())?.data.data ?? []
  const isIn = ({ id }: { id: string }) => id.toLowerCase().includes(given.toLowerCase())
  return given.length <= SHORTEST_SHOWN || found.length > 0 || newest.some(isIn)
}

/** The ids that begin with a text; only the text if it is one of them. */
async function idsWith(context: Context, prefix: string, most: number): Promise<string[]> {
  const baseUrl = context.addresses().baseUrl
  const [journal, inbox, archive, newest] = await Promise.all([
    context.journalIfAny(),
    // A shared inbox isn't kept on this machine, and may be away.
    (await context.sharedInbox()) ? null : context.inboxIfAny(),
    baseUrl === undefined ? null : context.archiveIfAny(),
    context.newestCharges(),
  ])
  const found = [
    ...(journal && baseUrl !== undefined ? journal.chargesWith(prefix, baseUrl, most) : []),
    ...((await inbox?.reading.paymentsWith(prefix, most)) ?? []),
    ...(archive?.idsWith(prefix, most) ?? []),
    ...(newest?.data.data.map(({ id }) => id).filter(id => id.startsWith(prefix)) ?? []),
  ]
  return found.includes(prefix) ? [prefix] : [...new Set(found)].sort()
}
