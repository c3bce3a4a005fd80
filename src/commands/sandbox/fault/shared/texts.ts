import { both } from '#lib/language.ts'

export const texts = {
  // add
  addSummary: both('make calls, webhooks or the realtime channel go wrong', 'faz falhar chamadas, webhooks ou o canal em tempo real'),
  addDescription: both(
    'Without --times and --rate it goes on until sandbox fault clear. Faults are in memory: they end with the sandbox. The first fault that was added and matches is used. --charge goes with get, webhook and realtime, --type with webhook and realtime, --endpoint with webhook; with realtime they need --lose-answer.',
    'Sem --times e --rate, dura até sandbox fault clear. As falhas ficam só na memória e valem até o sandbox parar. Vale a primeira falha adicionada que se aplica. --charge se usa com get, webhook e realtime, --type com webhook e realtime, --endpoint com webhook; com realtime, só junto de --lose-answer.',
  ),
  rate: both('use it for this part of the calls: with 0.1, for one in ten at random', 'aplica a esta parte das chamadas: com 0.1, a uma em cada dez, ao acaso'),
  someRate: both('a number above 0 and up to 1', 'um número acima de 0 e até 1'),
  on: both('what goes wrong', 'o que falha'),
  status: both('answer with this error', 'responde com este erro'),
  retryAfter: both('seconds in the header Retry-After of a 429 (1 by default) or a 503', 'segundos no cabeçalho Retry-After de um 429 (por padrão, 1) ou de um 503'),
  charge: both('only for what is about this charge', 'só para o que é sobre esta cobrança'),
  type: both('only for events of this type, or of all types like payment.*', 'só para eventos deste tipo, ou de todos os tipos como payment.*'),
  endpoint: both('only for deliveries to this endpoint, from sandbox webhook list', 'só para entregas a este endpoint, de sandbox webhook list'),
  loseAnswer: both('do the work, then cut the connection before the answer', 'faz o trabalho e corta a conexão antes da resposta'),
  delay: both('answer this much later', 'responde com este atraso'),
  hang: both('never answer', 'nunca responde'),
  garbage: both('do the work, and answer with HTML or broken JSON', 'faz o trabalho e responde com HTML ou JSON inválido'),
  close: both('cut the connection, and do nothing', 'corta a conexão sem fazer nada'),
  times: both('use it this often, then no more', 'aplica este número de vezes, e depois não mais'),
  oneThing: both('a fault does one thing, not {flags}', 'uma falha faz uma coisa só, e não {flags}'),
  missing: both('what goes wrong is missing: {flags}', 'falta dizer o que acontece: {flags}'),

  // clear
  clearSummary: both('end a fault of the sandbox, or all of them', 'encerra uma falha do sandbox, ou todas'),
  clearId: both('the id of a fault, from sandbox fault list; all by default', 'o id de uma falha, de sandbox fault list; por padrão, todas'),
  cleared: both('fault {id} is cleared', 'a falha {id} foi encerrada'),
  allCleared: both(
    (count: number) => (count === 1 ? '1 fault is cleared' : `${count} faults are cleared`),
    count => (count === 1 ? '1 falha foi encerrada' : `${count} falhas foram encerradas`),
  ),

  // list
  listSummary: both("list the sandbox's faults, and how often each was used", 'lista as falhas do sandbox e quantas vezes cada uma foi usada'),
  listDescription: both(
    'When piped, the columns are id, on, kind, status, delaySeconds, times, rate, retryAfter, charge, type, endpoint, used, createdAt.',
    'Com a saída em um pipe, as colunas são id, on, kind, status, delaySeconds, times, rate, retryAfter, charge, type, endpoint, used, createdAt.',
  ),
  none: both('no faults; add one with', 'nenhuma falha; adicione uma com'),
  endIt: both('to end it', 'para encerrar'),

  // A fault in words.
  fault: both('Fault', 'Falha'),
  onLabel: both('On', 'Onde'),
  does: both('Does', 'Faz'),
  howOften: both('How often', 'Frequência'),
  onHeader: both('ON', 'ONDE'),
  doesHeader: both('DOES', 'FAZ'),
  howOftenHeader: both('HOW OFTEN', 'FREQUÊNCIA'),
  usedHeader: both('USED', 'USADA'),
  addedHeader: both('ADDED', 'ADICIONADA EM'),
  timesOf: both(
    (times: number) => (times === 1 ? 'once' : `${times} times`),
    times => (times === 1 ? 'uma vez' : `${times} vezes`),
  ),
  always: both('always', 'sempre'),
  percent: both(
    (percent: number) => `${percent} % of the time`,
    percent => `${String(percent).replace('.', ',')}% das vezes`,
  ),
}
