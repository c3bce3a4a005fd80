/** Amounts and times. */

import { type Centavos, fromReais, toBRL } from '#contract/money.ts'
import { formatBrief, formatCountdown, formatDuration, formatLocal, timeOfToday } from '#lib/local-time.ts'
import { browserWords } from '../texts.ts'
import { leftText } from '../words.ts'

/** R$ 1.234,56 */
export function Money({ amount }: { amount: Centavos }) {
  return <span class="money">{toBRL(amount)}</span>
}

/** An amount of the service, which is shown as it came if it isn't whole centavos. */
export function Amount({ reais }: { reais: number }) {
  return <span class="money">{amountText(reais)}</span>
}

export function amountText(reais: number): string {
  const amount = fromReais(reais)
  return amount === null ? JSON.stringify(reais) : toBRL(amount)
}

/** A point in time in the zone of this machine; a dash for null. */
export function Time({ at }: { at: string | number | null }) {
  if (at === null) return <>-</>
  const iso = typeof at === 'number' ? new Date(at).toISOString() : at
  return (
    <time datetime={iso} title={iso}>
      {formatLocal(iso)}
    </time>
  )
}

/** A point in time in a list, as short as in the tables of the terminal. */
export function When({ at, now }: { at: string | number; now: number }) {
  const iso = new Date(at).toISOString()
  return (
    <time class="when" datetime={iso} title={formatLocal(iso)}>
      {timeOfToday(iso, now) ?? formatBrief(iso, now)}
    </time>
  )
}

/** The time that is left, `29:58`. The script counts on. */
export function Countdown({ to, now }: { to: string | number; now: number }) {
  const end = typeof to === 'number' ? to : Date.parse(to)
  return (
    <time
      datetime={new Date(end).toISOString()}
      role="timer"
      class="countdown"
      data-countdown={String(end - now)}
    >
      {formatCountdown(Math.max(0, end - now))}
    </time>
  )
}

/** The time that is left, in words: `18 min left`. The script counts on. */
export function TimeLeft({ ms }: { ms: number }) {
  return (
    <time datetime={`PT${Math.ceil(ms / 1000)}S`} role="timer" data-countdown={String(ms)} data-left>
      {leftText(ms, browserWords())}
    </time>
  )
}

export function Duration({ ms }: { ms: number }) {
  return <span class="money">{formatDuration(ms)}</span>
}
