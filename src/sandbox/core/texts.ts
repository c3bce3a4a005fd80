import { type Centavos, toBRL, toDecimal } from '#contract/money.ts'
import { both } from '#lib/language.ts'

/** What the service refuses, as a page says it, and why it can't start. Answers of the service are in English. */
export const texts = {
  cannotBecome: both(
    (status: string, to: string) => `the charge is ${status}, so it can't become ${to}`,
    (status, to) => `a cobrança está ${status} e não pode passar para ${to}`,
  ),
  noSuchPayment: both('this store has no such payment', 'esta loja não tem essa cobrança'),
  noSuchKey: both('there is no such key', 'essa chave não existe'),
  somePermissions: both(
    (names: readonly string[]) => `permissions must be one or more of ${names.join(', ')}`,
    names => `escolha ao menos uma permissão: ${names.join(', ')}`,
  ),
  keyExpiry: both(
    'a key expires after a whole number of seconds: at least 1, and at most ten years',
    'uma chave expira depois de um número inteiro de segundos: de 1 segundo a dez anos',
  ),
  totalAboveLimit: both(
    (amount: Centavos, fee: Centavos, most: Centavos) =>
      `the total is ${toDecimal(amount)}, with the fee of ${toDecimal(fee)}; it must be at most ${toDecimal(most)}`,
    (amount, fee, most) =>
      `o total é de ${toBRL(amount)}, com a taxa de ${toBRL(fee)}; o máximo é ${toBRL(most)}`,
  ),
  nothingLeft: both(
    (fee: Centavos) => `nothing is left after the fee of ${toDecimal(fee)}`,
    fee => `não sobra nada depois da taxa de ${toBRL(fee)}`,
  ),
  usedKey: both(
    (fields: readonly string[]) =>
      `this Idempotency-Key was already used with different data: ${fields.join(', ')}`,
    fields => `esta Idempotency-Key já foi usada com outros dados: ${fields.join(', ')}`,
  ),

  // Why a sandbox can't start.
  dataInUse: both(
    (folder: string) => `another sandbox is using the data in ${folder}`,
    folder => `outro sandbox está usando os dados em ${folder}`,
  ),
  dataUnusable: both(
    (folder: string, reason: string) => `the data in ${folder} can't be used: ${reason}`,
    (folder, reason) => `não é possível usar os dados em ${folder}: ${reason}`,
  ),
  secretsUnreadable: both(
    (file: string) => `${file} can't be read; remove it to have new secrets made`,
    file => `não foi possível ler ${file}; apague o arquivo para gerar novos segredos`,
  ),
}
