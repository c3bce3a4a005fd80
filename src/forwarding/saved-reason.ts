/** Why an attempt got no answer: saved in English, shown in the language of the person. */

import { texts as ofApi } from '../api/texts.ts'
import { english, said } from '../shared/language.ts'
import { texts as shared } from '../shared/texts.ts'

const REASONS = [
  ofApi.nothingListens,
  ofApi.noConnectionInTime,
  shared.connectionCut,
  shared.noHost,
  shared.notResolved,
  shared.noNetwork,
]

/** The reason in the language of now; one that isn't known as it was saved. */
export function savedReason(saved: string): string {
  const [, seconds] = /^no answer within (\d+(?:\.\d+)?) s$/.exec(saved) ?? []
  if (seconds !== undefined) return ofApi.noAnswer(Number(seconds))
  return said(REASONS.find(each => english(each) === saved) ?? saved)
}
