import { both } from '#lib/language.ts'

export const texts = {
  profile: both('the profile (store) to use', 'o perfil (loja) a usar'),
  baseUrl: both("the service's address, ending in /api/v1", 'o endereço do serviço, terminado em /api/v1'),
  json: both('print JSON', 'mostra JSON'),
  jsonCharge: both('the charge as the service has it', 'a cobrança como está no serviço'),
  noJson: both('only an error, on stderr', 'só o erro, na saída de erros (stderr)'),
  lang: both('the language of what people read: en or pt-BR', 'o idioma das mensagens: en ou pt-BR'),
  noColor: both('print without colour', 'mostra sem cores'),
  noInput: both('never prompt', 'nunca pergunta nada'),
  debug: both(
    'log each request to stderr, with secrets masked',
    'mostra cada requisição, com os segredos ocultos',
  ),
  timeout: both(
    'how long to wait for an answer, retries included, such as 90s or 2m; a bare number is seconds',
    'quanto tempo esperar por uma resposta, com as novas tentativas, como 90s ou 2m; um número sozinho são segundos',
  ),
  quiet: both('print only ids, one per line', 'mostra só o id, um por linha'),
  inbox: both(
    'an inbox on PostgreSQL, postgres://user@host/database, without the password',
    'uma caixa de entrada no PostgreSQL, postgres://usuario@host/banco, sem a senha',
  ),
  realtimeUrl: both("the service's realtime address", 'o endereço do canal em tempo real do serviço'),
  secretFile: both(
    'read the webhook signing secrets from a file',
    'lê os segredos de assinatura dos webhooks de um arquivo',
  ),
  logFormat: both(
    'how the lines on stderr are written: text, or one JSON object a line',
    'como mensagens e erros são escritos: texto, ou um objeto JSON por linha',
  ),
  someSeconds: both(
    'a duration from 0.001s to 1d, such as 90s or 2m',
    'uma duração de 0.001s a 1d, como 90s ou 2m',
  ),
  someWhole: both('a whole number from {min} to {max}', 'um número inteiro de {min} a {max}'),
  wholeOrMore: both('a whole number, {min} or more', 'um número inteiro, {min} ou mais'),
  chargeId: both("the charge's id", 'o id da cobrança'),
  exampleAmount: both('10.50', '10,50'),
  exampleToday: both('today', 'hoje'),
  exampleYesterday: both('yesterday', 'ontem'),
  exampleKey: both('KEY', 'CHAVE'),
  exampleKeyFile: both('key.txt', 'chave.txt'),
  exampleProfile: both('shop2', 'loja2'),
  exampleReceiver: both('https://shop.example/pix', 'https://loja.example/pix'),
  examplePicture: both('code.png', 'codigo.png'),
  /** `when` is what else the command line must have, such as `with --from`; may be empty. */
  csv: both('print CSV with a header', 'mostra CSV com cabeçalho'),
  csvStyle: both('excel-br for a Brazilian Excel', 'excel-br para o Excel em português'),
  mostCalls: both('the most calls per minute, or off', 'o máximo de chamadas por minuto, ou off'),
  offline: both(
    'answer from the archive that charges sync keeps, without the service',
    'responde com o arquivo local que charges sync mantém, sem o serviço',
  ),
  someCalls: both('a number of calls a minute, or off', 'um número de chamadas por minuto, ou off'),
  /** `what` is what has such an id, and where: `delivery in the inbox`. */
  severalBegin: both(
    'more than one {what} begins with {prefix}',
    'mais de um id de {what} começa com {prefix}',
  ),
  andMore: both('and more', 'e outros'),
  moreCharacters: both('give more characters of the id', 'informe mais caracteres do id'),
  allowUnknownType: both(
    'accept a --type that is not documented, such as a checkout event',
    'aceita um --type que não está documentado, como um evento de checkout',
  ),
  emptyType: both(
    '--type takes the type of an event, such as payment.approved',
    '--type aceita o tipo de um evento, como payment.approved',
  ),
  everyType: both('leave it out for all', 'sem ele, todos são mostrados'),
  unknownType: both('{type} is not a documented event type', '{type} não é um tipo de evento documentado'),
  didYouMeanType: both('did you mean --type {type}', 'você quis dizer --type {type}'),
  typeTakes: both('--type takes {types}', '--type aceita {types}'),
  addAllowUnknownType: both(
    'for another type, such as a checkout event, add --allow-unknown-type',
    'para outro tipo, como um evento de checkout, acrescente --allow-unknown-type',
  ),
  forwardTo: both(
    (what: 'event' | 'delivery') =>
      `forward each ${what}, until a 2xx, to a URL, host:port/path or a port on this machine; of several, each with its types: payment.approved,deposit.*=URL`,
    what =>
      `encaminha cada ${what === 'event' ? 'evento' : 'entrega'}, até um 2xx, para uma URL, host:porta/caminho ou uma porta deste computador; para vários, cada um com os seus tipos: payment.approved,deposit.*=URL`,
  ),
  forwardHeader: both(
    'an extra header to send; put a secret value in a file',
    'um cabeçalho a mais para enviar; coloque um valor secreto em um arquivo',
  ),
  forwardTimeout: both(
    'how long to wait for the target, such as 30s',
    'quanto tempo esperar pelo destino, como 30s',
  ),
  forwardInsecure: both(
    'for a private network: accept any certificate from the target, and http:// to another machine',
    'para uma rede privada: aceita qualquer certificado do destino, e http:// para outro computador',
  ),
  forwardConcurrency: both(
    'how many payments to forward at the same time; the events of each stay in order. With 1, one event after the other. Give all listeners that share an inbox the same number',
    'quantos pagamentos encaminhar ao mesmo tempo; os eventos de cada um ficam em ordem. Com 1, um evento depois do outro. Use o mesmo número em todos os pixctl que compartilham uma caixa de entrada',
  ),
  parkAfter: both(
    'park an event that the target has refused this often; only webhook replay --parked sends it then',
    'põe em espera um evento que o destino recusou este número de vezes; depois, só webhook replay --parked o envia',
  ),
  parkOn: both(
    'park an event at once if the target answers with one of these, such as 400,422',
    'põe um evento em espera na hora se o destino responder com um destes códigos, como 400,422',
  ),
  refusingAnswers: both(
    'answers that refuse an event, 300 to 599',
    'respostas que recusam um evento, de 300 a 599',
  ),
  checkPath: both('check its path and its permissions', 'confira o caminho e as permissões do arquivo'),
  fileOfFlag: both('{path}, of {flag},', '{path}, de {flag},'),
  headerUnencrypted: both(
    '--forward-header may hold a secret, and a target is http:// on another machine',
    '--forward-header pode conter um segredo, e um destino é http:// em outro computador',
  ),
  encryptHeader: both(
    'use https:// there, or leave --forward-header out',
    'use https:// nele, ou deixe --forward-header de fora',
  ),
  headerWithoutName: both('--forward-header has no name', '--forward-header está sem nome'),
  headerForm: both(
    "write it as 'Name: value', or 'Name: @FILE' for a secret value",
    "escreva 'Nome: valor', ou 'Nome: @ARQUIVO' para um valor secreto",
  ),
  headerReserved: both("--forward-header can't set {name}", '--forward-header não pode definir {name}'),
  headerReservedNext: both(
    'choose another name: pixctl sets the X-Service-\u2026 headers and those of the connection itself',
    'escolha outro nome: o próprio pixctl define os cabeçalhos X-Service-\u2026 e os da conexão',
  ),
  headerValue: both(
    "the value of {name} in --forward-header can't be sent in a header",
    'o valor de {name} em --forward-header não pode ser enviado em um cabeçalho',
  ),
  headerValueNext: both(
    'give one line of Latin-1 text, not empty and without control characters',
    'use uma linha de texto em Latin-1, não vazia e sem caracteres de controle',
  ),
  monitor: both(
    'serve /healthz, /readyz and /metrics there, on this machine if no host is given',
    'publica /healthz, /readyz e /metrics nesse endereço; sem host, só neste computador',
  ),
  somePort: both('a port, or a host and a port', 'uma porta, ou um host e uma porta'),
  monitorExamples: both(
    '--monitor 9464, --monitor 0.0.0.0:9464 or --monitor [::1]:9464',
    '--monitor 9464, --monitor 0.0.0.0:9464 ou --monitor [::1]:9464',
  ),
}
