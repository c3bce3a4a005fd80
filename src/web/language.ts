/** The language of each page: the one that a person chose in this browser, else the browser's own. */

import { AsyncLocalStorage } from 'node:async_hooks'
import type { Context } from 'hono'
import { parseAccept } from 'hono/utils/accept'
import { type Language, languageNamed, useRequestLanguage } from '#lib/language.ts'
import { COOKIE_FLAGS, cookiesOf } from './access.ts'

/** Cookies don't know ports, so it holds for every page of pixctl in this browser. */
const COOKIE = 'pixctl_language'
const YEAR_S = 365 * 86_400

const ofRequest = new AsyncLocalStorage<Language>()
useRequestLanguage(() => ofRequest.getStore())

/** Answers a request in its language, which stays that of all that `answer` waits for. */
export function inLanguageOf<Result>(c: Context, answer: () => Result): Result {
  return ofRequest.run(languageOf(c), answer)
}

function languageOf(c: Context): Language {
  // An open page that fetches itself again stays as it is, whatever was chosen in another window.
  const chosen = [c.req.header('pixctl-live') ?? '', ...cookiesOf(c.req.raw, COOKIE)]
  for (const name of chosen) if (name === 'en' || name === 'pt-BR') return name
  return languageOfBrowser(c)
}

/** The first one of `Accept-Language`, by its weights, that there is; English if there is none. */
function languageOfBrowser(c: Context): Language {
  for (const { type, q } of parseAccept(c.req.header('Accept-Language') ?? '')) {
    const known = languageNamed(type)
    if (q > 0 && known) return known
  }
  return 'en'
}

/** The cookie that keeps a choice for a year. Anything but Portuguese is English. */
export function languageCookie(chosen: string): string {
  return `${COOKIE}=${languageNamed(chosen) ?? 'en'}; Max-Age=${YEAR_S}; ${COOKIE_FLAGS}`
}
