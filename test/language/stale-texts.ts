/** Nothing runs this file. `npm run typecheck` fails if one of these texts compiles that must not, or the other way round. */

import { both } from '#lib/language.ts'

export const whole: (() => string | undefined)[] = [
  both('one', 'um'),
  both(
    () => 'one',
    () => 'um',
  ),
]
export const withValues: (count: number, name: string) => string = both(
  (count: number, name: string) => `${count.toFixed()} ${name}`,
  (count, name) => `${count.toFixed()} ${name.trim()}`,
)
export const withNames: (count: number, name: string) => string = both(
  '{count} of {name}',
  'de {name}: {count}',
)
export const withUnused: (count: number) => string = both(
  (count: number) => `${count}`,
  _count => 'muitas',
)

const counted = (count: number) => `${count}`

// @ts-expect-error Portuguese is missing
both('one')
// @ts-expect-error Portuguese leaves a name out
both('{count} of {name}', '{count}')
// @ts-expect-error Portuguese has another name
both('{count} left', 'faltam {total}')
// @ts-expect-error Portuguese is empty
both('one', '')
// @ts-expect-error English is empty
both('', 'um')
// @ts-expect-error the value is left out
both(counted, () => 'um')
// @ts-expect-error the value is left out
both(counted, 'um')
// @ts-expect-error English has no such value
both('one', counted)
// @ts-expect-error English has no second value
both(counted, (count: number, name: string) => `${count} ${name}`)
// @ts-expect-error the value is of another type
both(counted, (count: string) => count)
