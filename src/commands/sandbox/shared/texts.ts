import { both } from '#lib/language.ts'

/** What several sandbox commands say. */
export const texts = {
  profileFlag: both("the sandbox's profile", 'o perfil do sandbox'),
  profileInForce: both("the sandbox's profile; by default the current one if it is a sandbox's, otherwise sandbox", 'o perfil do sandbox; o padrão é o atual, se for de um sandbox, ou então sandbox'),
  timeScale: both('divide the waits between webhook attempts by this: with 60, a minute takes a second', 'divide as esperas entre as tentativas de webhook por este número: com 60, um minuto leva um segundo'),
  someScale: both('a number from 1 up', 'um número a partir de 1'),

  // Which sandbox it is.
  notASandbox: both('the profile "{name}" is not a sandbox on this machine', 'o perfil "{name}" não é de um sandbox neste computador'),
  which: both('SANDBOX, profile {name} at {host}', 'SANDBOX, perfil {name} em {host}'),
  asking: both('the sandbox is the one at {host}', 'o sandbox é o que está em {host}'),

  /** After the answer of an endpoint. */
  toSeeWhy: both('to see why', 'para ver o motivo'),

  // Changing a charge.
  was: both(
    (id: string, status: string) => `charge ${id} was already ${status}: nothing changed`,
    (id, status) => `a cobrança ${id} já ${WAS[status] ?? status}: nada mudou`,
  ),
  is: both('charge {id} {is} now', 'a cobrança {id} agora {is}'),
  tryIt: both('to try it', 'para experimentar'),
  forExample: both('for example', 'por exemplo'),

  // deposit
  depositSummary: both('simulate a deposit through the wallet form', 'simula um depósito pela tela da carteira'),
  depositDescription: both(
    'Adds the amount to the balance and sends deposit.approved. It is not an API charge: charges list does not show it.',
    'Soma o valor ao saldo e envia deposit.approved. Não é uma cobrança da API: charges list não mostra.',
  ),
  amountArg: both('in reais, up to 1000000.00', 'em reais, até 1000000,00'),
  deposit: both('Deposit', 'Depósito'),
  amount: both('Amount', 'Valor'),
  balanceNow: both('Balance now', 'Saldo agora'),

  // expire
  expireSummary: both('make a charge expire now', 'faz uma cobrança expirar agora'),
  expireDescription: both('Only a charge that is still to be paid can expire.', 'Só uma cobrança a receber pode expirar.'),

  // fail
  failSummary: both('make a charge fail', 'faz uma cobrança falhar'),
  failDescription: both('Only a charge that is still to be paid can fail.', 'Só uma cobrança a receber pode falhar.'),

  // open
  openSummary: both("open the sandbox's dashboard in the browser", 'abre o painel do sandbox no navegador'),
  openDescription: both(
    'Makes an address that logs a browser in, once and within 5 minutes. Without a browser here, the address is printed.',
    'Gera um endereço que dá acesso a um navegador, uma vez e em até 5 minutos. Sem navegador aqui, mostra o endereço.',
  ),
  print: both('print the address on stdout, and open nothing', 'só mostra o endereço, sem abrir nada'),
  opened: both('opened in the browser', 'aberto no navegador'),
  noBrowser: both('no browser could be opened ({problem}); open the address yourself, within 5 minutes', 'não foi possível abrir um navegador ({problem}); abra o endereço você mesmo, em até 5 minutos'),

  // pay
  paySummary: both('pay a charge, as the customer would', 'paga uma cobrança, como faria o cliente'),
  payDescription: both(
    'A charge that is already paid stays as it is. An expired charge is paid late. A failed charge is a conflict: exit 6.',
    'Uma cobrança já paga fica como está. Uma expirada é paga com atraso. Uma que falhou é um conflito: código de saída 6.',
  ),

  // seed
  seedSummary: both('create sample charges in different states', 'cria cobranças de exemplo em situações diferentes'),
  howMany: both('how many, up to {most}', 'quantas, até {most}'),
  badCount: both('N is a number from 1 to {most}, not {given}', 'N é um número de 1 a {most}, e não {given}'),
  charges: both('Charges', 'Cobranças'),

  // token rotate
  rotateSummary: both('replace the WebSocket token', 'troca o token do WebSocket'),
  rotateDescription: both(
    'The old token is refused and its connections are closed. The profile has the new one, which is shown only once.',
    'O token antigo é recusado e as conexões dele são fechadas. O perfil recebe o novo, que só aparece uma vez.',
  ),
  token: both('WebSocket token', 'Token do WebSocket'),
  copyNow: both("the profile has it already; copy it now for other programs: it won't be shown again", 'o perfil já tem o token; copie agora para outros programas: ele não aparece de novo'),
}

/** What a charge was already, by its state. */
const WAS: Readonly<Record<string, string>> = {
  PAID: 'estava paga',
  EXPIRED: 'tinha expirado',
  FAILED: 'tinha falhado',
}
