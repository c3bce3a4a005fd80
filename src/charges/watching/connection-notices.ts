import type { Notes } from '#lib/notes.ts'
import type { WatchUpdate } from './charges-watch.ts'
import { texts } from './texts.ts'

/** Says when the service can't be read, and when it can again: a function to call with each update. */
export function connectionNotices(out: Pick<Notes, 'say' | 'warn'>): (update: WatchUpdate) => void {
  let wasLost = false
  return ({ problem }) => {
    const isLost = problem !== undefined
    if (isLost && !wasLost) out.warn(() => texts.lost(problem.localized))
    if (!isLost && wasLost) out.say(texts.back)
    wasLost = isLost
  }
}
