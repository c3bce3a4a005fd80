import { both } from '#lib/language.ts'

export const texts = {
  summary: both('show payment events as they happen', 'mostra os eventos de pagamento conforme acontecem'),
  description: both(
    'Continues from where the last run stopped, and reconnects by itself. What comes is kept in the inbox. With --forward-to it is also forwarded, ' + 'in order, each until a 2xx, even if the target or pixctl restarts.',
    'Continua de onde a última execução parou e reconecta sozinho. O que chega fica na caixa de entrada. Com --forward-to, também é encaminhado, ' + 'em ordem, cada evento até um 2xx, mesmo que o destino ou o pixctl reinicie.',
  ),
  json: both(
    () => 'a line for each event, {events-tail}',
    () => 'uma linha para cada evento, {events-tail}',
  ),
  after: both('replay the events after this sequence, then continue from there', 'mostra de novo os eventos depois desta sequência e continua a partir daí'),
  noResume: both('start with new events, and save no cursor', 'começa pelos eventos novos e não salva a posição'),
  type: both('only events of these types, such as payment.approved or payment.*', 'só os eventos destes tipos, como payment.approved ou payment.*'),
  max: both('stop after this many events were shown, and forwarded with --forward-to', 'para depois de mostrar este número de eventos e, com --forward-to, de encaminhá-los'),
  oneSequence: both('--after takes one sequence', '--after aceita uma sequência'),
  whereSequences: both('each line of events tail --json has one', 'cada linha de events tail --json tem uma'),
  targetAnswered: both('it answered {status}', 'ele respondeu {status}'),
  waitToForward: both('events are waiting to be forwarded to {to}: {why}', 'há eventos aguardando o encaminhamento para {to}: {why}'),
  attemptFailed: both('{event} {delivery} to {to}: {why}; {next}', '{event} {delivery} para {to}: {why}; {next}'),
  markOf: both('event {id}: {mark}', 'evento {id}: {mark}'),
}
