import { both } from '#lib/language.ts'

export const texts = {
  title: both('Calls', 'Chamadas'),
  lead: both('What the API was asked with the keys of this store: the latest {count} calls.', 'O que foi pedido à API com as chaves desta loja: as últimas {count} chamadas.'),
  newestFirst: both('Calls, newest first', 'Chamadas, da mais nova à mais antiga'),
  call: both('Call', 'Chamada'),
  answer: both('Answer', 'Resposta'),
  runs: both('under way', 'em andamento'),
  fault: both('Fault', 'Falha'),
  key: both('Idempotency-Key', 'Idempotency-Key'),
  time: both('Time', 'Horário'),
  none: both('No call yet', 'Nenhuma chamada ainda'),
  callFirst: both('Each call of your program comes here, also one that is refused or meets a fault.', 'Cada chamada do seu programa aparece aqui, mesmo a que é recusada ou encontra uma falha.'),
  body: both('Body', 'Corpo'),
}
