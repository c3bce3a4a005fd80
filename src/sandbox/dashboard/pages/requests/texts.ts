import { both } from '#lib/language.ts'

export const texts = {
  title: both('Calls', 'Chamadas'),
  lead: both('What the API was asked with the keys of this store: the latest 1,000 calls, in memory only.', 'O que foi pedido à API com as chaves desta loja: as últimas 1.000 chamadas, só na memória.'),
  newestFirst: both('Calls, newest first', 'Chamadas, da mais nova à mais antiga'),
  call: both('Call', 'Chamada'),
  answer: both('Answer', 'Resposta'),
  runs: both('under way', 'em andamento'),
  fault: both('Fault', 'Falha'),
  key: both('Idempotency-Key', 'Idempotency-Key'),
  theKey: both('the key', 'a chave'),
  time: both('Time', 'Horário'),
  duration: both('Duration', 'Duração'),
  query: both('Query', 'Parâmetros'),
  none: both('No call yet', 'Nenhuma chamada ainda'),
  callFirst: both('Each call of your program comes here, also one that is refused or meets a fault.', 'Cada chamada do seu programa aparece aqui, mesmo a que é recusada ou encontra uma falha.'),
  noSuchCall: both('There is no such call, or it is too old.', 'Esta chamada não existe, ou é antiga demais.'),
  body: both('Body', 'Corpo'),
  formatted: both('Formatted', 'Formatado'),
  asSent: both('As it came', 'Como chegou'),
}
