/** The current account: the profile, the service and the API key. */

import type { Owner } from '#charges/creations/journal.ts'
import { fingerprint } from '#lib/fingerprint.ts'
import type { Output } from '../output/output.ts'
import { sandboxAt } from './sandbox-profile.ts'
import type { Selection } from './selection.ts'
import { texts } from './texts.ts'

interface Parts {
  out: Output
  selected: Selection
  baseUrl(): string
  apiKey(baseUrl: string): Promise<string>
}

export function createAccount({ out, selected, baseUrl, apiKey }: Parts) {
  const target = (url = baseUrl()) => ({
    profile: selected().name,
    host: new URL(url).host,
    sandbox: sandboxAt(selected().config.profiles, url) !== undefined,
  })

  return {
    target,
    /** Says on stderr which account is used, before something is created or changed. */
    announce: (url?: string): void => {
      const { profile, host, sandbox } = target(url)
      out.note(texts.account(sandbox, profile, host))
    },
    /** The account for new entries of the journal. */
    owner: async (): Promise<Owner> => ({
      baseUrl: baseUrl(),
      keyFingerprint: fingerprint(await apiKey(baseUrl())),
    }),
  }
}
