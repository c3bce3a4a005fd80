/** A button that shows the same page in the other language. It is named in that one. */

import { inLanguage, language } from '#lib/language.ts'
import { texts } from '../texts.ts'
import { HiddenFields } from './form.tsx'

export function LanguageSwitch({ to }: { to: string }) {
  const other = language() === 'en' ? 'pt-BR' : 'en'
  const fields = Object.entries({ language: other, to })
  return (
    <form method="post" action="/language" class="inline">
      <HiddenFields fields={fields} />
      <button type="submit" class="button quiet" lang={other}>
        {inLanguage(other, texts.languageName)}
      </button>
    </form>
  )
}
