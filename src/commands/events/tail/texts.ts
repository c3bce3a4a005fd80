import { both } from '#lib/language.ts'

export const texts = {
  summary: both('show payment events as they happen', 'mostra os eventos de pagamento conforme acontecem'),
  description: both(
    'Continues from where the last run stopped, and reconnects by itself. An event is done once it is printed, ' + 'and forwarded with --forward-to.',
    'Continua de onde a última execução parou e reconecta sozinho. Um evento está concluído quando é mostrado ' + 'e, com --forward-to, encaminhado.',
  ),
  json: both(
    () => 'a line for each event, {"sequence","event":{…}}',
    () => 'uma linha para cada evento, {"sequence","event":{…}}',
  ),
  after: both('replay the events after this sequence, then continue from there', 'mostra de novo os eventos depois desta sequência e continua a partir daí'),
  noResume: both('start with new events, and save no cursor', 'começa pelos eventos novos e não salva a posição'),
  type: both('only events of these types, such as payment.approved or payment.*', 'só os eventos destes tipos, como payment.approved ou payment.*'),
  max: both('stop after this many events were shown, and forwarded with --forward-to', 'para depois de mostrar este número de eventos e, com --forward-to, de encaminhá-los'),
  startAgain: both('the stored token is another one by now: start it again', 'o token guardado já é outro: inicie de novo'),
  oneSequence: both('--after takes one sequence', '--after aceita uma sequência'),
  whereSequences: both('each line of events tail --json has one', 'cada linha de events tail --json tem uma'),
  approvalsUnknown: both("other approvals of a charge can't be looked for: the inbox can't be read ({why})", 'não foi possível procurar outras aprovações de uma cobrança: a caixa de entrada não pôde ser lida ({why})'),
  markOf: both('event {id}: {mark}', 'evento {id}: {mark}'),
}
