import { both } from '#lib/language.ts'

export const texts = {
  title: both('Edit and send', 'Editar e enviar'),
  badge: both('test', 'teste'),
  key: both('Edit a copy of the open delivery and send it', 'Editar uma cópia da entrega aberta e enviar'),
  lead: both(
    'It is sent as a test, never as the real event: the event id and the delivery id are always new (pixctl_test_…). What you leave alone stays byte for byte.',
    'A cópia é enviada como teste, nunca como o evento real: os ids do evento e da entrega são sempre novos (pixctl_test_…). O que você não alterar fica igual, byte a byte.',
  ),
  bodyHint: both('The ids inside data stay: with the id of a real payment, your program may act on that payment.', 'Os ids dentro de data continuam os mesmos: com o id de um pagamento real, seu programa pode agir sobre esse pagamento.'),
  send: both('Send the test', 'Enviar o teste'),
  original: both('Start again from the original', 'Recomeçar do original'),
  cannotEdit: both("It can't be edited here", 'Não dá para editar aqui'),
  wouldChange: both(
    'An editor would change or hide some of its bytes, such as CR or what is not UTF-8. On the terminal, webhook trigger --from keeps every byte of a body in UTF-8.',
    'Um editor mudaria ou esconderia alguns dos bytes, como CR ou o que não é UTF-8. No terminal, o webhook trigger --from mantém cada byte de um corpo em UTF-8.',
  ),

  answer: both('Answer', 'Resposta'),
  answeredLead: both('To the test that was sent last', 'Ao último teste enviado'),
  sentTo: both('Sent to', 'Enviado para'),
  sent: both('Sent', 'Enviado em'),
  eventId: both('Event id', 'Id do evento'),
  deliveryId: both('Delivery id', 'Id da entrega'),
  result: both('Result', 'Resultado'),
  took: both('Took', 'Levou'),
  bytes: both('{bytes} bytes', '{bytes} bytes'),
  noBody: both('The answer has no body.', 'A resposta não tem corpo.'),

  confirmTest: both(
    'A changed copy of {delivery} will be signed and sent as a test to {host}. That is not this machine, and it may act on a payment.',
    'Uma cópia alterada de {delivery} será assinada e enviada como teste para {host}. Esse destino não é este computador e pode tratar a entrega como um pagamento novo.',
  ),
}
