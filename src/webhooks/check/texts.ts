import { both } from '#lib/language.ts'

/** What a check means that isn't passed. */
const meanings = {
  valid_delivery: both('Answer 204, or any 2xx, when a delivery is verified and saved on disk.', 'Responda 204, ou outro 2xx, quando a entrega estiver verificada e salva em disco.'),
  forged_signature: both(
    'It was signed with another secret, and accepted: anyone who knows the address can forge a payment. Verify the signature first.',
    'Foi assinada com outro segredo, e aceita: quem souber o endereço pode forjar um pagamento. Verifique a assinatura antes de tudo.',
  ),
  recent_signature: both(
    'It was signed four minutes ago, and refused: a retry may come that late. Accept a t up to five minutes from now.',
    'Foi assinada há quatro minutos, e recusada: um reenvio pode chegar com esse atraso. Aceite um t com até cinco minutos de diferença.',
  ),
  stale_signature: both(
    'It was signed ten minutes ago: anyone who copies a delivery could send it again. Refuse a t more than five minutes from now.',
    'Foi assinada há dez minutos: quem copiar uma entrega pode enviá-la de novo. Recuse um t a mais de cinco minutos de agora.',
  ),
  future_signature: both(
    'Its time is ten minutes ahead, and it was accepted: anyone who copies such a delivery could send it again for longer. Refuse a t more than five minutes from now, in either direction.',
    'O horário dela está dez minutos no futuro, e ela foi aceita: quem copiar uma assim pode enviá-la de novo por mais tempo. Recuse um t a mais de cinco minutos de agora, para trás ou para a frente.',
  ),
  altered_body: both('Its amount was changed after it was signed, and it was accepted: the HMAC must cover the raw body.', 'O valor foi alterado depois da assinatura, e ela foi aceita: o HMAC precisa cobrir o corpo bruto.'),
  missing_signature: both('It had no X-Service-Signature, and was accepted: anyone can forge a payment.', 'Veio sem X-Service-Signature, e foi aceita: qualquer um pode forjar um pagamento.'),
  duplicate_delivery: both(
    'The service sends again if the first answer was lost: if the delivery is already saved, answer 2xx, and not processed twice.',
    'O serviço envia de novo se a primeira resposta se perdeu: se a entrega já está salva, responda 2xx e não processe duas vezes.',
  ),
  duplicate_event: both('The same event came with another delivery id: save it, answer 2xx, and process each event id once.', 'O mesmo evento veio com outro id de entrega: salve, responda 2xx e processe cada id de evento uma só vez.'),
  answer_in_time: both('The service may treat a late answer as no answer: save, answer, then process.', 'O serviço pode tratar uma resposta atrasada como falta de resposta: salve, responda e só depois processe.'),
}

/** Why no mistake is named. */
const noMistake = {
  none: both('The usual mistakes were tried, and none of them explains it.', 'Os erros comuns foram testados, e nenhum deles explica isso.'),
  slow: both('It answers too slowly to try all of the usual mistakes.', 'O endpoint responde devagar demais para testar todos os erros comuns.'),
  rate_limited: both('It limits how often it is called (429), so the usual mistakes were not all tried.', 'O endpoint limita as chamadas (429), então nem todos os erros comuns foram testados.'),
  unsteady: both('It accepted one delivery and refused another of the same kind: its log says why.', 'Aceitou uma entrega e recusou outra do mesmo tipo: o log do endpoint diz por quê.'),
  forged: both('It also accepts signatures that were made with another secret.', 'O endpoint também aceita assinaturas feitas com outro segredo.'),
}

export const texts = {
  meanings,
  noMistake,
  atMostSeconds: both('at most {count} s', 'até {count} s'),
  slowest: both(
    (seconds: string) => `${seconds} s at the slowest`,
    seconds => `${seconds.replace('.', ',')} s na mais lenta`,
  ),
  noWholeAnswer: both('No whole answer came ({got}): check the log of the endpoint.', 'Não veio uma resposta completa ({got}): confira o log do endpoint.'),
  refusedOtherwise: both('It was refused, but the answer to an invalid signature is 401, not {status}.', 'Foi recusada, mas a resposta a uma assinatura inválida é 401, e não {status}.'),
  sameAnswer: both('This shows nothing: a valid delivery got the same answer ({got}).', 'Isto não prova nada: uma entrega válida teve a mesma resposta ({got}).'),
  answersLate: both('Not sent: the endpoint has to answer in time first.', 'Não enviada: antes, o endpoint precisa responder a tempo.'),
  refusesRecent: both('Not sent: the endpoint has to accept a delivery signed some minutes ago first.', 'Não enviada: antes, o endpoint precisa aceitar uma entrega assinada há alguns minutos.'),
  refusesValid: both('Not sent: the endpoint has to accept a valid delivery first.', 'Não enviada: antes, o endpoint precisa aceitar uma entrega válida.'),
  redirects: both('A redirect is never followed: register the address that it leads to.', 'Um redirecionamento nunca é seguido: cadastre o endereço de destino dele.'),
  noPost: both("It doesn't accept POST: check the path of the address.", 'O endereço não aceita POST: confira o caminho dele.'),
  limitsRate: both('It limits how often it is called (429): the service may have to send again.', 'O endpoint limita as chamadas (429): o serviço pode ter de enviar de novo.'),
  failsAfterwards: both(
    'It refuses forged deliveries with 401, but answers {status} to a valid one: what comes after the verification fails. Its log says why.',
    'O endpoint recusa entregas forjadas com 401, mas responde {status} a uma válida: o que falha vem depois da verificação. O log dele diz por quê.',
  ),
  forgedAccepted: both('It was refused, and a forged one was not: verify the signature before anything else.', 'Foi recusada, e uma forjada não foi: verifique a assinatura antes de tudo.'),
  answersAll: both('It answers {status} to everything, valid or not', 'O endpoint responde {status} a tudo, válido ou não'),
  answersValid: both('It answers {status} to a valid delivery', 'O endpoint responde {status} a uma entrega válida'),
  answered: both('It answered: {answer}', 'Ele respondeu: {answer}'),
  logSays: both('{answers}: its log says why.', '{answers}: o log dele diz por quê.'),
  refusedBefore: both(
    '{answers}: something may refuse it before the verification, such as a protection against CSRF (in Django: @csrf_exempt), a login or a firewall.',
    '{answers}: algo pode estar recusando antes da verificação, como uma proteção contra CSRF (no Django: @csrf_exempt), um login ou um firewall.',
  ),
  otherSecret: both(
    'A correctly signed delivery was refused. Compare in the endpoint: first its secret with the one that signed; then the header that it reads, X-Service-Signature; then the text that it signs, `<timestamp>.<raw body>`; then its clock.',
    'Uma entrega com assinatura correta foi recusada. Compare no endpoint: primeiro o segredo dele com o que assinou; depois o cabeçalho que ele lê, X-Service-Signature; depois o texto que ele assina, `<timestamp>.<corpo bruto>`; depois o relógio dele.',
  ),
}
