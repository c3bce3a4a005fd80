import { both } from '#lib/language.ts'

export const texts = {
  summary: both('create a Pix charge and show its QR code', 'cria uma cobrança Pix e mostra o QR Code'),
  help: both(
    'The request is saved before it is sent, so no retry creates a second charge. With --from, each row (reference, amount, description, passFee, validity) is known by its reference: the same file again creates only what is missing.',
    'A cobrança é gravada no disco antes de ser enviada: nenhuma nova tentativa cria outra cobrança. Com --from, cada linha (colunas: referência, valor, descrição, taxa somada, validade) é uma cobrança, identificada pela referência: o mesmo arquivo de novo só cria as que faltam.',
  ),
  json: both(
    () => 'the charge; with --wait a line as created and one as ended; with --from a line a row, {charge-create-row}, with "charge" or "error"; with --dry-run {charge-create-dry-run}',
    () => 'a cobrança; com --wait, uma linha da criação e uma do fim; com --from, uma por linha do arquivo, {charge-create-row}, com "charge" ou "error"; com --dry-run, {charge-create-dry-run}',
  ),
  exampleDescription: both('Table 4', 'Mesa 4'),
  exampleFile: both('customers.csv', 'clientes.csv'),
  exampleOutput: both('charges.csv', 'cobrancas.csv'),
  amount: both('the amount in reais; a terminal asks for it', 'o valor em reais; num terminal, é perguntado'),
  description: both('what the charge is for, at most 80 characters', 'do que é a cobrança, com no máximo 80 caracteres'),
  passFee: both('the customer pays the fee too', 'o cliente paga também a taxa'),
  validity: both('how long the charge can be paid', 'por quanto tempo pode ser paga'),
  idempotencyKey: both('the UUID of this request; a new one by default', 'o UUID que impede criar a mesma cobrança duas vezes; o padrão é um novo'),
  wait: both('wait until it is paid; Enter: QR code, c: copy', 'aguarda até ser paga; Enter: QR Code, c: copia'),
  waitTimeout: both('how long to wait, such as 90s or 5m', 'quanto tempo aguardar, como 90s ou 5m'),

  alreadyExisted: both('the charge already existed: the service knows its idempotency key {key}', 'a cobrança já existia: o serviço já conhece a chave {key}'),
  alreadyFinal: both('the charge {is} already', 'a cobrança já {is}'),
  amountMissing: both('--amount is missing', 'falta --amount'),
  creating: both('creating… {seconds} s', 'criando… {seconds} s'),
  nothingCreated: both('nothing was created', 'nada foi criado'),
  askAmount: both('Amount in reais:', 'Valor em reais:'),
  /** The amount that was typed. */
  that: both('that', 'isso'),
  askDescription: both('Description (optional):', 'Descrição (opcional):'),
}
