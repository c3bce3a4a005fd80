/**
 * Why an attempt to forward got no answer: saved in English, shown in the language of the person. The reasons are those of
 * every request that pixctl makes; the sandbox has its own (src/lib/sandbox/texts.ts).
 */

import { texts as ofApi } from '#api/texts.ts'
import { english, said } from '#lib/language.ts'
import { proxyAway } from '#lib/network-error.ts'
import { texts as shared } from '#lib/texts.ts'

const REASONS = [
  ofApi.nothingListens,
  ofApi.noConnectionInTime,
  shared.connectionCut,
  shared.connectionRefused,
  shared.plainHttp,
  shared.noHost,
  shared.notResolved,
  shared.noNetwork,
]

const WITH_VALUES: readonly (readonly [saved: RegExp, text: (...values: string[]) => string])[] = [
  [/^no answer within (\d+(?:\.\d+)?) s$/, seconds => ofApi.noAnswer(Number(seconds))],
  [/^the certificate was not accepted \((.+)\)$/, shared.badCertificate],
  [/^the request failed \((.+)\)$/, ofApi.requestFailed],
  [
    /^the proxy (\S+) does not answer: (.+)$/,
    (proxy = '', why = '') => said(proxyAway(proxy, () => savedReason(why))),
  ],
]

/** The reason in the language of now; one that isn't known as it was saved. */
export function savedReason(saved: string): string {
  for (const [pattern, text] of WITH_VALUES) {
    const found = pattern.exec(saved)
    if (found) return text(...found.slice(1))
  }
  return said(REASONS.find(each => english(each) === saved) ?? saved)
}
