import { type Centavos, toBRL, toDecimal } from '#contract/money.ts'
import { both } from '#lib/language.ts'

/** What the dashboard refuses, as a page says it. */
export const texts = {
  badDeposit: both(
    (most: Centavos) =>
      `amount must be a number greater than 0 and at most ${toDecimal(most)}, with at most two decimals`,
    most => `o valor deve ser maior que zero e de no máximo ${toBRL(most)}, com até duas casas decimais`,
  ),
  badCount: both(
    (most: number) => `count must be an integer from 1 to ${most}`,
    most => `a quantidade deve ser um inteiro de 1 a ${most}`,
  ),
}
