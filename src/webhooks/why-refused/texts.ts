import { both } from '#lib/language.ts'

export const texts = {
  rejectedFor: both('Rejected: {reason}.', 'Recusada: {reason}.'),
  missingDelivery: both('Rejected: the signature is right, but the header X-Service-Delivery is missing or not valid.', 'Recusada: a assinatura está certa, mas o cabeçalho X-Service-Delivery falta ou não é válido.'),
  headerRemoved: both('The service sends this header with each delivery: a proxy or tunnel may have removed it.', 'O serviço envia este cabeçalho em toda entrega: um proxy ou túnel pode ter removido.'),
  tooLarge: both('Rejected: its body is larger than 1 MiB.', 'Recusada: o corpo tem mais de 1 MiB.'),
  fromElsewhere: both('No event of the service is so large: it probably came from somewhere else.', 'Nenhum evento do serviço é tão grande: provavelmente veio de outro lugar.'),
  encoded: both('Rejected: it has a Content-Encoding, such as gzip.', 'Recusada: ela tem um Content-Encoding, como gzip.'),
  encodedBy: both('The service sends and signs plain JSON: a proxy or tunnel may have compressed it.', 'O serviço envia e assina JSON puro: um proxy ou túnel pode ter comprimido.'),
  notKept: both('Not accepted: the signature is right, but it could not be saved.', 'Não aceita: a assinatura está certa, mas não foi possível salvar a entrega.'),
  mayComeAgain: both('It was answered {status}, and the service may send it again. {what}', 'A resposta foi {status}, e o serviço pode enviar de novo. {what}'),
  inboxAway: both("The inbox couldn't save it: see the terminal of the listener.", 'A caixa de entrada não conseguiu salvar: veja o terminal do webhook listen.'),
  checkSpace: both('Check the free space and the terminal of the listener.', 'Confira o espaço livre e o terminal do webhook listen.'),
  notSigned: both('Rejected: it came without a signature.', 'Recusada: chegou sem assinatura.'),
  everyOneIsSigned: both('The header X-Service-Signature is missing or empty. Every delivery of the service has one.', 'O cabeçalho X-Service-Signature falta ou está vazio. Toda entrega do serviço tem um.'),
  sendSignedTest: both('If you sent it by hand or with a test tool, send a signed test event instead, with webhook trigger.', 'Se você enviou à mão ou com uma ferramenta de teste, envie um evento de teste assinado, com webhook trigger.'),
  proxyRemovesIt: both('If the service sent it, a proxy or tunnel on the way removes the header.', 'Se foi o serviço que enviou, um proxy ou túnel no caminho remove o cabeçalho.'),
  unreadable: both("Rejected: the signature header can't be read, because {problem}.", 'Recusada: não dá para ler o cabeçalho da assinatura: {problem}.'),
  headerFormat: both('Its format is t=<timestamp>,v1=<64 hexadecimal digits>.', 'O formato é t=<timestamp>,v1=<64 dígitos hexadecimais>.'),
  signedThen: both('Rejected: it was signed {age}.', 'Recusada: foi assinada {age}.'),
  lateOrCopy: both('The signature itself matches, so it was sent late or is a copy of an earlier delivery.', 'A assinatura confere, então foi enviada com atraso ou é cópia de uma entrega anterior.'),
  haveItSent: both(
    `It was not saved, so it can't be replayed. Have it sent again with a new signature: the service tries up to five times, and the sandbox's dashboard has the button "Send again".`,
    'Ela não foi salva, então não dá para reenviar daqui. Peça o envio com uma assinatura nova: o serviço tenta até cinco vezes, e o painel do sandbox tem o botão "Enviar de novo".',
  ),
  clockWrong: both('If it was sent just now, the clock of the sender or of this machine is wrong.', 'Se ela acabou de ser enviada, o relógio de quem enviou ou o deste computador está errado.'),
  alsoSigned: both('Also, it was signed {age}.', 'Além disso, foi assinada {age}.'),
  and: both(', and ', ', e '),
  mismatchBecause: both("Rejected: the signature doesn't match. {because}.", 'Recusada: a assinatura não confere. {because}.'),
  mismatchThen: both("Rejected: the signature doesn't match this body with the listener's signing secret.", 'Recusada: a assinatura deste corpo não confere com o segredo de assinatura do webhook listen.'),
  bodyEmpty: both('The body is empty: is that what was sent?', 'O corpo está vazio: foi isso mesmo que enviaram?'),
  checkedWith: both('It was checked with {secrets}.', 'Foi conferida com {secrets}.'),
  secretOld: both(
    'That secret is old or belongs to another endpoint: compare its last four characters with the secret of the endpoint. If the endpoint was registered after the listener had started, start the listener again.',
    'O segredo usado aqui é antigo ou de outro endpoint: compare os quatro últimos caracteres com os do segredo do endpoint. Se o endpoint foi cadastrado depois que o webhook listen iniciou, inicie o webhook listen de novo.',
  ),
  notByService: both('Or it was not sent by the service.', 'Ou não foi o serviço que enviou esta entrega.'),
  tried: both('Tried without success: {what}.', 'Testado sem sucesso: {what}.'),
  /** After `before` or `after`: signed `2 min before it arrived`. */
  timeOfArrival: both('it arrived', 'a entrega chegar'),
  notSearched: both('Not everything was tried. To search longer, run the command below.', 'Nem tudo foi testado. Para procurar por mais tempo, execute o comando abaixo.'),
  notWhole: both("The cause can't be searched, because the delivery was not kept whole.", 'Não dá para procurar a causa, porque a entrega não foi guardada inteira.'),

  // In a few words.
  signed: both('signed {age}', 'assinada {age}'),
  otherSecret: both(
    "the secret may be old or another endpoint's: compare it with the dashboard; if the endpoint was registered after the start, start again",
    'o segredo pode ser antigo ou de outro endpoint: compare com o do painel; se o endpoint foi cadastrado depois do início, inicie de novo',
  ),
}
