import { type Centavos, toBRL, toDecimal } from '#contract/money.ts'
import { both } from '#lib/language.ts'

/** What is refused about a request, as a page says it. Answers of the service are in English. */
export const texts = {
  diskFull: both('this is not possible now: the disk is full', 'não é possível agora: o disco está cheio'),
  twoDecimals: both('amount must have at most two decimals', 'o valor tem no máximo duas casas decimais'),
  badUnicode: both('description must be valid Unicode', 'a descrição deve ser Unicode válido'),
  badAmount: both(
    (most: Centavos) => `amount must be a number greater than 0 and at most ${toDecimal(most)}`,
    most => `o valor deve ser maior que zero e de no máximo ${toBRL(most)}`,
  ),
  /** `english` says in English which rule of the contract is broken. */
  brokenRule: both(
    (english: string, _field: string, _longest: number) => english,
    (english, field, longest) => {
      if (field === 'description') return `a descrição tem no máximo ${longest} caracteres`
      return field === 'validityMinutes' ? 'a validade deve ser uma das opções da lista' : english
    },
  ),
}
