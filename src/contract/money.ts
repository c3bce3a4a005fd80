/**
 * Money. Inside pixctl an amount is a whole number of centavos; outside it is
 * a decimal in reais. This is the only place where one becomes the other.
 */

/** An amount in centavos: a safe integer. R$ 10,50 is 1050. */
export type Centavos = number & { readonly __unit: 'centavos' }

/** A whole number of centavos as {@link Centavos}. Throws RangeError when it isn't a safe integer. */
export function centavos(value: number): Centavos {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number of centavos: ${value}`)
  return value as Centavos
}

/**
 * Reais as the service sends them (a JSON number, docs/service.md, 1) in centavos.
 * Null when the number is not finite, carries a fraction of a centavo, or is too large to be exact.
 */
export function fromReais(reais: number): Centavos | null {
  // Scaling a double by 100 may miss by an ulp (0.07 * 100 = 7.000000000000001),
  // so the candidate counts only when dividing it again gives the very same double.
  const candidate = Math.round(reais * 100)
  if (!Number.isSafeInteger(candidate) || candidate / 100 !== reais) return null
  return (candidate === 0 ? 0 : candidate) as Centavos
}

/**
 * Reais as a JSON text writes them, in centavos, by the value of the exact decimal: a double would pass
 * `1000.0000000000000000001` as 1000. Null for what is no JSON number, and as for {@link fromReais}.
 */
export function fromReaisText(text: string): Centavos | null {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text)
  if (!match) return null
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  // Greedy to the last digit that counts; /0+$/ would take quadratic time over a long run of zeros.
  const significant = /^\d*[1-9]/.exec(digits)?.[0] ?? ''
  if (significant === '') return 0 as Centavos
  const power = Number(exponent) - fraction.length + (digits.length - significant.length) + 2
  if (power < 0 || significant.length + power > 15) return null
  return centavos(Number(`${sign}${significant}e${power}`))
}

/** Centavos as the JSON number in reais the service expects: 1050 is 10.5. */
export function toReais(amount: Centavos): number {
  return amount / 100
}

/** Centavos as a decimal with two places: 1050 is `10.50`, -5 is `-0.05`. */
export function toDecimal(amount: Centavos): string {
  const digits = String(Math.abs(amount)).padStart(3, '0')
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Centavos for a person, the Brazilian way: 123456 is `R$ 1.234,56`. */
export function toBRL(amount: Centavos): string {
  const [reais = '0', cents = '00'] = toDecimal(centavos(Math.abs(amount))).split('.')
  return `${amount < 0 ? '-' : ''}R$ ${reais.replace(/\B(?=(\d{3})+$)/g, '.')},${cents}`
}

/**
 * An amount typed by a person, in centavos: `10`, `10.5`, `10.50`, `10,50`.
 * Null for anything else. A thousands separator is refused rather than guessed at
 * (`1.000` could be one real or a thousand), and so are exponents, signs and a third decimal.
 */
export function parseAmount(text: string): Centavos | null {
  const match = /^(\d{1,12})(?:[.,](\d{1,2}))?$/.exec(text)
  if (!match) return null
  return centavos(Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')))
}
