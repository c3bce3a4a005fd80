import { both } from '#lib/language.ts'
import { stateWord } from '#lib/state-words.ts'
import type { BrowserWords } from './words.ts'

export const texts = {
  // Refusals, and pages that say what is wrong.
  notAllowed: both('Not allowed', 'Não permitido'),
  onlyGetAndPost: both('These pages take GET and POST only.', 'Estas páginas só aceitam GET e POST.'),
  wrongAddress: both('Wrong address', 'Endereço errado'),
  onlyPrintedAddress: both('These pages answer only under the address that pixctl printed.', 'Estas páginas só respondem no endereço que o pixctl mostrou.'),
  fromAnotherPage: both('Opened from another page', 'Aberta a partir de outro site'),
  openItFromHere: both('Another web site asked for this page. If it was you who followed a link, open the page from here.', 'Outro site pediu esta página. Se foi você quem clicou em um link, abra a página por aqui.'),
  notFromHere: both('Not from here', 'Não veio daqui'),
  changeFromElsewhere: both('A change must come from these pages themselves.', 'Uma alteração só é aceita se vier destas páginas.'),
  notAForm: both('Not a form', 'Não é um formulário'),
  changeIsAForm: both('A change is sent as a form.', 'Uma alteração é enviada como formulário.'),
  tooLarge: both('Too large', 'Grande demais'),
  formTooLarge: both('The form is too large to be sent.', 'O formulário é grande demais para ser enviado.'),
  outOfDate: both('This form is out of date', 'Este formulário está desatualizado'),
  otherLogin: both('It was made for another login. Load the page again, then repeat the change.', 'Ele é de um acesso anterior. Recarregue a página e repita a alteração.'),
  tooManyPages: both('Too many open pages', 'Páginas abertas demais'),
  closeSome: both('Close some of them.', 'Feche algumas delas.'),
  notFound: both('Not found', 'Não encontrado'),
  noSuchPage: both('There is no such page.', 'Esta página não existe.'),
  somethingWrong: both('Something went wrong', 'Algo deu errado'),
  fault: both('pixctl has a fault here. Started with --debug, it says more on its terminal.', 'O pixctl falhou aqui. Iniciado com --debug, ele mostra mais detalhes no terminal.'),
  openPage: both('Open the page', 'Abrir a página'),

  // The login.
  logIn: both('Log in', 'Entrar'),
  runThisCommand: both('Run this command.', 'Execute este comando.'),
  opensAddress: both('It opens a new address that logs this browser in.', 'Ele abre um endereço novo, que dá acesso a este navegador.'),
  openPrinted: both('Open the address that it prints in this browser.', 'Abra neste navegador o endereço que ele mostrar.'),
  ifItRuns: both('If it runs again: {command}', 'Quando ele for iniciado de novo: {command}'),
  pasteCode: both('Or paste a login code', 'Ou cole um código de acesso'),
  whatIsCode: both('What follows #login= in the address. It works once, for five minutes.', 'É o que vem depois de #login= no endereço. Vale uma vez, por cinco minutos.'),
  wrongCode: both('This login code is wrong, too old, or was used before.', 'Este código de acesso está errado, venceu ou já foi usado.'),
  codeOfUnknown: both('This code is for your own browser only, and the system doesn’t say whose browser this is.', 'Este código vale só para o seu navegador, e o sistema não informa de quem é este.'),

  // Around every page.
  skip: both('Skip to the content', 'Pular para o conteúdo'),
  navigation: both('Main', 'Principal'),
  shortcuts: both('Shortcuts', 'Atalhos'),
  menu: both('Menu', 'Menu'),
  logOut: both('Log out', 'Sair'),
  /** Of each language in itself. */
  languageName: both('English', 'Português'),
  store: both('Store', 'Loja'),
  done: both('Done', 'Pronto'),
  note: both('Note', 'Atenção'),
  notDone: both('Not done', 'Não deu certo'),
  sentBefore: both('This form was sent before: nothing was done again.', 'Este formulário já tinha sido enviado: nada foi feito de novo.'),
  newSecret: both('New {label}', 'Valor novo: {label}'),
  shownOnce: both('This is shown once.', 'Isto só aparece uma vez.'),
  copyNow: both('Copy it now: there is no way to see it again.', 'Copie agora: não dá para ver de novo depois.'),

  // Keys, and questions.
  nextRow: both('Next row', 'Próxima linha'),
  previousRow: both('Previous row', 'Linha anterior'),
  openRow: both('Open the row', 'Abrir a linha'),
  showShortcuts: both('Show the shortcuts', 'Mostrar os atalhos'),
  closeOrLeave: both('Close, or leave a field', 'Fechar, ou sair de um campo'),
  close: both('Close', 'Fechar'),
  cancel: both('Cancel', 'Cancelar'),

  // Lists.
  search: both('Search', 'Buscar'),
  filter: both('Filter', 'Filtrar'),
  clear: both('Clear', 'Limpar'),
  pages: both('Pages', 'Páginas'),
  previous: both('Previous', 'Anterior'),
  next: both('Next', 'Próxima'),
  actions: both('Actions', 'Ações'),

  // Text to copy.
  copy: both('Copy', 'Copiar'),
  copyWhat: both(
    (what: string) => `Copy ${what}`,
    // A label begins with a capital letter: "Copiar resposta".
    what => `Copiar ${what.replace(/^[A-Z](?=[a-z])/, letter => letter.toLowerCase())}`,
  ),
  theCommand: both('the command', 'o comando'),
  theSecret: both(
    (label: string) => `the ${label}`,
    label => label,
  ),
  thePixCode: both('the Pix code', 'o Pix copia e cola'),
  qrCode: both('QR code', 'QR Code'),
  paidLate: both('paid late', 'paga com atraso'),
  noAnswer: both('no answer', 'sem resposta'),
}

/** The states of pixctl. */
const states: Readonly<Record<string, () => string>> = {
  accepted: both('accepted', 'aceita'),
  rejected: both('rejected', 'recusada'),
  done: both('done', 'encaminhada'),
  parked: both('parked', 'em espera'),
  pending: both('pending', 'pendente'),
  none: both('none', 'não encaminhada'),
  active: both('active', 'ativa'),
  revoked: both('revoked', 'revogada'),
  expired: both('expired', 'expirada'),
  failed: both('failed', 'falhou'),
  delivered: both('delivered', 'entregue'),
}

/** A state of pixctl or of a charge in the language of now; a word that isn't known as it is. */
export function stateText(word: string): string {
  return Object.hasOwn(states, word) ? (states[word]?.() ?? word) : stateWord(word)
}

export const live = {
  connecting: both('Connecting', 'Conectando'),
  live: both('Live', 'Ao vivo'),
  /** Before the time, as 20:54. */
  silent: both('No contact since', 'Sem contato desde as'),
  lost: both('Not live: reconnecting', 'Sem conexão: reconectando'),
  ended: both('Logged out: load the page again', 'Sessão encerrada: recarregue a página'),
  copied: both('Copied', 'Copiado'),
  copyFailed: both('Failed', 'Falhou'),
  /** The time to pay: `18 min left`; of one minute or hour the other one. */
  left: () => both('{left} left', 'faltam {left}')('{left}'),
  leftOne: () => both('{left} left', 'falta {left}')('{left}'),
  sending: both('Sending…', 'Enviando…'),
  notSent: both('No contact with the computer of the counter. What you typed is still here: try again.', 'Sem contato com o computador do balcão. O que você digitou continua aqui: tente de novo.'),
  again: both('Try again', 'Tentar de novo'),
  notCopied: both('Not copied: select the text and copy it', 'Não copiado: selecione o texto e copie'),
}

/** What the browser's script says, in the language of now. */
export function browserWords(): BrowserWords {
  return Object.fromEntries(Object.entries(live).map(([name, text]) => [name, text()])) as BrowserWords
}
