/** Inside pixctl an amount is a whole number of centavos, outside a decimal in reais. Only this converts between them. */

/** An amount in centavos: a safe integer. R$ 10,50 is 1050. */
export type Centavos = number & { readonly __unit: 'centavos' }

/** A whole number of centavos as {@link Centavos}. Throws RangeError if it isn't a safe integer. */
export function centavos(value: number): Centavos {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number of centavos: ${value}`)
  return value as Centavos
}

/**
 * Reais as the service sends them (a JSON number, docs/service.md, 1) in centavos.
 * Null if the number is not finite, has a fraction of a centavo, or is too large to be exact.
 *
 * @param reais also a number that was kept as text (src/lib/json.ts)
 */
export function fromReais(reais: number): Centavos | null {
  if (typeof reais !== 'number') return fromReaisText(String(Object(reais).rawJSON))
  // A double times 100 may be slightly wrong (0.07 * 100 = 7.000000000000001), so round it,
  // and accept the result only if dividing by 100 gives exactly the same double.
  const candidate = Math.round(reais * 100)
  if (!Number.isSafeInteger(candidate) || candidate / 100 !== reais) return null
  return (candidate === 0 ? 0 : candidate) as Centavos
}

/**
 * Reais as JSON text, in centavos. It reads the exact decimal, because a double takes `1000.0000000000000000001` for
 * 1000. Null if the text isn't a JSON number, or as for {@link fromReais}.
 */
export function fromReaisText(text: string): Centavos | null {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text)
  if (!match) return null
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  // Up to the last digit that isn't 0. To remove /0+$/ would take quadratic time if there are many zeros.
  const significant = /^\d*[1-9]/.exec(digits)?.[0] ?? ''
  if (significant === '') return 0 as Centavos
  const power = Number(exponent) - fraction.length + (digits.length - significant.length) + 2
  if (power < 0 || significant.length + power > 15) return null
  return centavos(Number(`${sign}${significant}e${power}`))
}

/** A number of the service as a double, also one that was kept as text. */
export function doubleOf(number: number): number {
  return Number(JSON.stringify(number))
}

/** Centavos as the JSON number in reais that the service expects: 1050 becomes 10.5. */
export function toReais(amount: Centavos): number {
  return amount / 100
}

/** Centavos as a decimal with two places: 1050 becomes `10.50`, -5 becomes `-0.05`. */
export function toDecimal(amount: Centavos): string {
  const digits = String(Math.abs(amount)).padStart(3, '0')
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Centavos as Brazilians write them: 123456 becomes `R$ 1.234,56`. */
export function toBRL(amount: Centavos): string {
  const [reais = '0', cents = '00'] = toDecimal(centavos(Math.abs(amount))).split('.')
  return `${amount < 0 ? '-' : ''}R$ ${reais.replace(/\B(?=(\d{3})+$)/g, '.')},${cents}`
}
