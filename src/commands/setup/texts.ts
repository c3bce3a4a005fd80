import { both, listed } from '#lib/language.ts'

const NAMES = {
  'base-url': both('the address of the service', 'o endereço do serviço'),
  'api-key': both('the API key', 'a chave de API'),
  'ws-token': both('the WebSocket token', 'o token do WebSocket'),
}

export const texts = {
  summary: both('set up the store and its counter, step by step', 'configura a loja e o balcão, passo a passo'),
  help: both(
    `Asks for what is missing, and leaves what is there: the address and the API key, the WebSocket token, the tablet (its address and certificate), whether typed digits are cents, the sound, and a test charge. It can be run again. It ends with what doctor finds, and with the command of every morning. Ctrl-C ends it at any question, and what was stored stays.

Without a terminal, and with --json, it asks nothing: exit 2 with what is missing and the commands that set it, 0 if nothing is.`,
    `Pergunta o que falta e não mexe no que já existe: o endereço e a chave de API, o token do WebSocket, o tablet (endereço e certificado), se os dígitos são centavos, o som e uma cobrança de teste. Pode ser executado de novo. Termina com o que o doctor encontra e com o comando de todas as manhãs. Ctrl-C encerra em qualquer pergunta, e o que foi guardado fica.

Sem terminal, e com --json, não pergunta nada: termina com o código 2 e mostra o que falta e os comandos que resolvem, ou com 0 se não falta nada.`,
  ),
  names: NAMES,
  headings: {
    store: both('YOUR STORE', 'A SUA LOJA'),
    token: both('PAYMENTS AT ONCE', 'PAGAMENTOS NA HORA'),
    tablet: both('TABLET OR PHONE', 'TABLET OU CELULAR'),
    amounts: both('AMOUNTS', 'VALORES'),
    sound: both('SOUND', 'SOM'),
    test: both('TEST CHARGE', 'COBRANÇA DE TESTE'),
    check: both('CHECK', 'VERIFICAÇÃO'),
  },
  missing: both(
    (names: readonly (keyof typeof NAMES)[]) => `not set up yet: ${listed(names.map(name => NAMES[name]()))}`,
    names => `ainda falta configurar: ${listed(names.map(name => NAMES[name]()))}`,
  ),
  there: both('already there, and left as it is: {names}', 'já existe e fica como está: {names}'),
  trySandbox: both('no account yet? try everything with a sandbox', 'ainda sem conta? experimente tudo com um sandbox'),
  ownStore: both('this is the sandbox; for your own store', 'este é o sandbox; para a sua loja'),
  tokenBrings: both(
    'with the WebSocket token, a payment is seen at once instead of within 5 s; it is in the dashboard of the service, under WebSocket',
    'com o token do WebSocket, um pagamento aparece na hora, e não em até 5 s; ele fica no painel do serviço, em WebSocket',
  ),
  askToken: both('Do you have it at hand?', 'Você tem o token em mãos?'),
  tokenLater: both('to do it later', 'para fazer isso depois'),
  tabletThere: both('the certificate for the tablet is already there: {host}', 'o certificado para o tablet já existe: {host}'),
  addressGone: both('this computer no longer has the address {address}, which the tablet knew', 'este computador não tem mais o endereço {address}, que o tablet conhecia'),
  askTablet: both('Will a tablet or phone show the counter too?', 'Um tablet ou celular também vai mostrar o balcão?'),
  noNetwork: both('this computer is in no network now: connect it, and run this again', 'este computador não está em nenhuma rede agora: conecte-o e execute de novo'),
  tabletAt: both(
    'the tablet must be in the same network as this computer ({address}); its QR code is shown when the counter starts',
    'o tablet precisa estar na mesma rede que este computador ({address}); o QR Code para abrir aparece quando o balcão começa',
  ),
  otherNetwork: both('if the tablet is in another network', 'se o tablet estiver em outra rede'),
  whatDigitsAre: both('on card terminals the digits are cents, and 350 is R$ 3,50; otherwise 350 is R$ 350,00', 'nas maquininhas de cartão, os dígitos são centavos, e 350 é R$ 3,50; sem isso, 350 é R$ 350,00'),
  askCents: both('Are the digits cents at your counter?', 'No seu balcão, os dígitos são centavos?'),
  sound: both('this is the sound of a payment: turn the volume of this computer up until you hear it over the noise of the shop', 'este é o som de um pagamento: aumente o volume deste computador até ouvir o som com o barulho da loja'),
  askHeard: both('Did you hear it?', 'Você ouviu?'),
  soundOfTablet: both('on a tablet, touch the button Sound once', 'num tablet, toque uma vez no botão Som'),
  louder: both(
    'turn the volume up, and switch the bell on in the settings of this terminal; or open the counter in a browser, and touch the button Sound there',
    'aumente o volume e ligue o alerta sonoro nas configurações deste terminal; ou abra o balcão num navegador e toque no botão Som',
  ),
  testCharge: both(
    (isSandbox: boolean) => `a test charge of R$ 1,00${isSandbox ? '; in a sandbox it costs nothing' : ' is for you to pay with the app of your bank: it is real money, counts as a sale of today, and there is no refund here'}`,
    isSandbox => `uma cobrança de teste de R$ 1,00${isSandbox ? '; num sandbox não custa nada' : ' é para você mesmo pagar com o app do seu banco: é dinheiro de verdade, entra nas vendas de hoje, e não há estorno por aqui'}`,
  ),
  askCharge: both('Make the test charge?', 'Criar a cobrança de teste?'),
  test: both('Test', 'Teste'),
  waitForIt: both('pay it with the app of your bank; to see that it was paid', 'pague com o app do seu banco; para ver que foi paga'),
  payIt: both('to pay it', 'para pagar'),
  everyMorning: both('every morning, this opens the counter', 'todas as manhãs, isto abre o balcão'),
}
