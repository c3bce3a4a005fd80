import { both } from '#lib/language.ts'

export const texts = {
  summary: both(
    'create sample charges in different states',
    'cria cobranças de exemplo com status diferentes',
  ),
  howMany: both(
    (most: number) => `how many, up to ${most}`,
    most => `quantas, até ${most}`,
  ),
  badCount: both(
    (most: number, given: string) => `N is a number from 1 to ${most}, not ${given}`,
    (most, given) => `N é um número de 1 a ${most}, e não ${given}`,
  ),
  charges: both('Charges', 'Cobranças'),
}
