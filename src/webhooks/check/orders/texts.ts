import { both, localized, type Text } from '#lib/language.ts'

/** The cause of each check that failed. */
const causes = {
  delivered_when_paid: both(
    'The charge was paid, and the order does not say so. Read the charge when payment.approved comes, and hand the goods over if it is PAID and the amounts are right. Or the goods were handed over more than once, and a counter shows another number. Or the text is there before the payment too: give one that only a delivered order has.',
    'A cobrança foi paga, e o pedido não mostra isso. Quando payment.approved chegar, leia a cobrança e entregue a mercadoria se ela estiver PAID e os valores estiverem certos. Ou a mercadoria foi entregue mais de uma vez, e um contador mostra outro número. Ou o texto já aparece antes do pagamento: passe um que só um pedido entregue tem.',
  ),
  delivered_once: both(
    'One payment, told by three deliveries with other ids and over the realtime channel: hand over once for each charge, in one transaction with what says so, and answer 2xx to the copies. An id of a delivery says nothing about that. If the answer has the text more than once anyway, give one that is there once for each time.',
    'Um só pagamento, avisado por três entregas com ids diferentes e pelo canal em tempo real: entregue a mercadoria uma vez por cobrança, na mesma transação que registra isso, e responda 2xx às cópias. O id da entrega de webhook não diz nada sobre isso. Se a resposta sempre tem o texto mais de uma vez, passe um que apareça uma vez para cada envio da mercadoria.',
  ),
  unpaid_not_delivered: both(
    'A signed payment.approved was believed, and the charge is not paid. An event is only news: read the charge itself, and hand over only if that says PAID.',
    'O programa acreditou em um payment.approved assinado, e a cobrança não foi paga. Um evento é só um aviso: leia a própria cobrança e só entregue a mercadoria se a resposta disser PAID.',
  ),
  delivered_when_paid_late: both(
    'An expired charge was paid, and the order was not delivered. EXPIRED may still become PAID: close no order for good when its charge expires.',
    'Uma cobrança expirada foi paga, e o pedido não foi entregue. EXPIRED ainda pode virar PAID: não encerre um pedido de vez quando a cobrança expira.',
  ),
  delivered_after_failure: both(
    'The charge could not be read when the event came (503), and the order was never delivered. Answer 500 until everything is saved, so that the event comes again, and remember an event as processed only once it is.',
    'A cobrança não pôde ser lida quando o evento chegou (503), e o pedido nunca foi entregue. Responda 500 até tudo estar salvo, para que o evento venha de novo, e só registre um evento como processado depois que ele for.',
  ),
  never_again: both(
    'Without a new event an order changed, or it was handed over more than once although others were not: what hands the goods over later must look first whether that was done.',
    'Sem nenhum evento novo, um pedido mudou, ou foi entregue mais de uma vez embora outros não tenham sido: o que entrega a mercadoria mais tarde precisa ver antes se isso já foi feito.',
  ),
}

export const texts = {
  causes,
  skipped: both('Not tried: a paid order has to be delivered first.', 'Não testada: antes, um pedido pago precisa ser entregue.'),

  // What is expected, and what came.
  isThere: both('there', 'aparece'),
  isNotThere: both('not there', 'não aparece'),
  once: both('there once', 'aparece uma vez'),
  tooEarly: both('there before the payment', 'aparece antes do pagamento'),
  asBefore: both('as before', 'como antes'),
  times: both(
    (count: number) => (count === 0 ? 'not there' : count === 1 ? 'there once' : `there ${count} times`),
    count => (count === 0 ? 'não aparece' : count === 1 ? 'aparece uma vez' : `aparece ${count} vezes`),
  ),
  noOrder: both('not there: the order answers {status}', 'não aparece: o pedido responde {status}'),
  answered: both(
    (status: number | null) => (status === null ? 'a copy got no answer' : `a copy was answered ${status}`),
    status => (status === null ? 'uma cópia ficou sem resposta' : `uma cópia teve a resposta ${status}`),
  ),
  andAnswered: both(
    (got: Text, answers: readonly (number | string)[]) => `${localized(got)}; ${answers.length === 0 ? 'no delivery was made' : `payment.approved was answered: ${answers.join(', ')}`}`,
    (got, answers) => `${localized(got)}; ${answers.length === 0 ? 'não houve entrega' : `resposta a payment.approved: ${answers.join(', ')}`}`,
  ),
}
