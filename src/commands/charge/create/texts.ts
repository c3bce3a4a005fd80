import { both } from '#lib/language.ts'

export const texts = {
  summary: both('create a Pix charge and show its QR code', 'cria uma cobrança Pix e mostra o QR Code'),
  help: both(
    'The request is saved on disk before it is sent, so no retry creates a second charge. With --from, each row of a file is a charge, known by its reference: if you run the same file again, only missing charges are created.',
    'A cobrança é gravada no disco antes de ser enviada: nenhuma nova tentativa cria outra cobrança. Com --from, cada linha de um arquivo é uma cobrança, identificada pela referência: se você usar o mesmo arquivo de novo, só são criadas as cobranças que faltam.',
  ),
  json: both(
    () =>
      'the charge as the service has it; with --wait a line as it was created and a line as it ended; with --from a line for each row, {"line","reference","outcome","idempotencyKey","charge"}, with "error" if there is no "charge"; with --dry-run {"charges","amount"}',
    () =>
      'a cobrança como está no serviço; com --wait, uma linha de quando foi criada e uma de quando terminou; com --from, uma linha para cada linha do arquivo, {"line","reference","outcome","idempotencyKey","charge"}, com "error" se não há "charge"; com --dry-run, {"charges","amount"}',
  ),
  exampleDescription: both('Table 4', 'Mesa 4'),
  exampleFile: both('customers.csv', 'clientes.csv'),
  exampleOutput: both('charges.csv', 'cobrancas.csv'),
  amount: both(
    'the amount in reais; on a terminal, asked for if left out',
    'o valor em reais; num terminal, sem ele, o pixctl pergunta',
  ),
  description: both(
    'what the charge is for, at most 80 characters',
    'a que se refere a cobrança, com no máximo 80 caracteres',
  ),
  passFee: both('the customer pays the fee too', 'o cliente paga também a taxa'),
  validity: both('how long the charge can be paid', 'por quanto tempo a cobrança pode ser paga'),
  idempotencyKey: both(
    'the UUID of this request; a new one by default',
    'o UUID que impede criar a mesma cobrança duas vezes; o padrão é um novo',
  ),
  wait: both(
    'wait until it is paid, with a countdown; meanwhile Enter opens the QR code and c copies the Pix code',
    'aguarda até ser paga, com contagem regressiva; enquanto isso, Enter abre o QR Code e c copia o Pix copia e cola',
  ),
  waitTimeout: both('how long to wait, such as 90s or 5m', 'quanto tempo aguardar, como 90s ou 5m'),

  alreadyExisted: both(
    'the charge already existed: the service knows its idempotency key {key}',
    'a cobrança já existia: o serviço já conhece a chave {key}',
  ),
  alreadyFinal: both('the charge {is} already', 'a cobrança já {is}'),
  amountMissing: both('--amount is missing', 'falta --amount'),
  nothingCreated: both('nothing was created', 'nada foi criado'),
  askAmount: both('Amount in reais:', 'Valor em reais:'),
  /** The amount that was typed. */
  that: both('that', 'isso'),
  askDescription: both('Description (optional):', 'Descrição (opcional):'),
}
