import { both, listed, plural } from '#lib/language.ts'

export const texts = {
  twoWithoutTypes: both('only one --forward-to can be without types: it gets what no other one names', 'só um --forward-to pode vir sem tipos: ele recebe o que nenhum outro indica'),
  nameTypes: both('name the types of the others: --forward-to payment.approved,deposit.approved=3000/paid', 'indique os tipos dos demais: --forward-to payment.approved,deposit.approved=3000/pagos'),
  sameTarget: both('two --forward-to have the same target at {host}', 'dois --forward-to têm o mesmo destino em {host}'),
  oneListOfTypes: both('name all its types in one: --forward-to payment.approved,deposit.approved=URL', 'indique todos os tipos em um só: --forward-to payment.approved,deposit.approved=URL'),
  getsNothing: both('{host} would get nothing, because an earlier --forward-to takes {types}', '{host} não receberia nada, porque um --forward-to anterior já recebe {types}'),
  giveItFirst: both('give it first, or name each type once', 'indique esse antes dos demais, ou cada tipo uma só vez'),
  emptyType: both('--forward-to has an empty type', '--forward-to tem um tipo vazio'),
  unknownType: both('--forward-to: {type} is not a documented event type', '--forward-to: {type} não é um tipo de evento documentado'),
  didYouMean: both('did you mean {type}', 'você quis dizer {type}'),
  typesAre: both('the types are {types}', 'os tipos são {types}'),
  unencrypted: both('what is sent to {to} is not encrypted: anyone on the way can read the events and their signatures', 'o que é enviado para {to} não é criptografado: qualquer um no caminho pode ler os eventos e as assinaturas'),
  stopped: both(
    'forwarding has stopped: this pixctl could not renew its turn in time, so another one may forward; it goes on when it can',
    'o encaminhamento parou: este pixctl não conseguiu renovar a sua vez a tempo, e outro pode encaminhar; ele continua quando puder',
  ),
  goesOn: both('forwarding goes on', 'o encaminhamento continua'),
  paused: both("forwarding is paused: the inbox can't be used ({why})", 'o encaminhamento está em pausa: a caixa de entrada não está disponível ({why})'),
  standby: both(
    'another pixctl of this profile is forwarding, and this one starts when that one stops; all runs of a profile need the same --forward-to',
    'outro pixctl deste perfil já encaminha, e este começa quando aquele parar; todas as execuções de um perfil precisam do mesmo --forward-to',
  ),
  waitsForOthersEnd: both(
    'another pixctl of this profile forwards to other targets ({others}), so this one forwards nothing until that one stops; all runs of a profile need the same --forward-to',
    'outro pixctl deste perfil encaminha para outros destinos ({others}), e este não encaminha nada enquanto aquele não parar; todas as execuções de um perfil precisam do mesmo --forward-to',
  ),
  waitsForOtherSet: both(
    'another pixctl of this profile forwards to other targets ({others}); waiting up to {seconds} s for it to stop',
    'outro pixctl deste perfil encaminha para outros destinos ({others}); aguardando até {seconds} s que ele pare',
  ),
  otherSet: both('another pixctl of this profile forwards to other targets: {others}', 'outro pixctl deste perfil encaminha para outros destinos: {others}'),
  sameSet: both('start this one with the same --forward-to, stop the other one first, or use another profile', 'inicie este com o mesmo --forward-to, pare o outro antes, ou use outro perfil'),
  together: both(
    'listeners that share an inbox forward together if all have the same --forward-to and the same --forward-concurrency, above 1',
    'os pixctl que compartilham uma caixa de entrada encaminham juntos se todos tiverem o mesmo --forward-to e o mesmo --forward-concurrency, acima de 1',
  ),
  otherForwards: both(
    (pending: number, span: string) => `${pending} still pending: another pixctl of this profile forwards, and none of them was accepted for ${span}`,
    (pending, span) => `${pending} ainda ${plural(pending, 'pendente', 'pendentes')}: outro pixctl deste perfil encaminha, e ${plural(pending, 'a entrega não foi aceita', 'nenhuma delas foi aceita')} durante ${span}`,
  ),
  pendingFailure: both(
    (pending: number, span: string) => `${pending} still pending: ${plural(pending, 'it was not accepted', 'none of them was accepted')} for ${span}`,
    (pending, span) => `${pending} ainda ${plural(pending, 'pendente', 'pendentes')}: ${plural(pending, 'a entrega não foi aceita', 'nenhuma delas foi aceita')} durante ${span}`,
  ),
  pendingFor: both(
    (to: string, pending: number) => `${pending} for ${to}`,
    (to, pending) => `${pending} para ${to}`,
  ),
  checkLogForReason: both("check the target's log for the reason", 'veja o motivo no log do destino'),
  nextRunForwards: both('the next run with --forward-to will forward them', 'a próxima execução com --forward-to encaminha o que ficou pendente'),
  parkedFailure: both(
    (parked: number, targets: readonly string[]) => `${parked} parked: ${listed(targets)} refused them`,
    (parked, targets) => `${parked} em espera: ${plural(parked, 'recusada', 'recusadas')} por ${listed(targets)}`,
  ),
  toSendAgain: both('to send them again', 'para enviar de novo'),
  acceptInsecure: both('to accept your own certificate, use --forward-insecure', 'para aceitar um certificado seu, use --forward-insecure'),
  isParked: both('parked', 'em espera'),
  again: both('again in {wait}', 'de novo em {wait}'),
  parked: both(
    (delivery: string, to: string, status: number | null) => `parked ${delivery}: ${to} answered ${status}. To send what is parked when the target accepts it`,
    (delivery, to, status) => `${delivery} ficou em espera: ${to} respondeu ${status}. Para enviar o que está em espera quando o destino aceitar`,
  ),
  toCheck: both('{to} answered {status}; to see whether its signature check is wrong', '{to} respondeu {status}; para saber se ele verifica a assinatura de forma errada'),
  isBack: both(
    (to: string, forwarded: number, parked: number) => `${to} answers 2xx again: ${forwarded} waiting ${plural(forwarded, 'event was', 'events were')} forwarded${parked === 0 ? '' : `; ${parked} ${plural(parked, 'was', 'were')} parked`}`,
    (to, forwarded, parked) =>
      `${to} voltou a responder 2xx: ${plural(forwarded, '1 entrega que aguardava foi encaminhada', `${forwarded} entregas que aguardavam foram encaminhadas`)}${parked === 0 ? '' : `; ${parked} ${plural(parked, 'ficou', 'ficaram')} em espera`}`,
  ),
  unrecorded: both(
    (delivery: string, status: number | null, why: string) => `${delivery} was sent and ${status === null ? 'no answer came' : `it was answered ${status}`}, but that could not be recorded (${why})`,
    (delivery, status, why) => `${delivery} foi enviada e ${status === null ? 'nenhuma resposta veio' : `a resposta foi ${status}`}, mas não foi possível registrar isso (${why})`,
  ),
  unrecordedNext: both('check the disk; the deliveries after it were not sent', 'confira o disco; as entregas depois dela não foram enviadas'),
  noAnswer: both('no answer from {host}: {why}', '{host} não respondeu: {why}'),
  checkRunning: both('check that the target is running, then replay it again', 'confira se o destino está no ar e reenvie'),
  answered: both('{host} answered {status} to {delivery}', '{host} respondeu {status} a {delivery}'),
  checkEndpoint: both('check that the endpoint is running and that its address is right', 'confira se o endpoint está no ar e se o endereço está certo'),
  notSuccess: both('the target answered {status}, not 2xx', 'o destino respondeu {status}, e não 2xx'),
  invalidSignature: both('the target says that the signature is invalid: it was made with {signedWith}', 'o destino diz que a assinatura é inválida: ela foi feita com {signedWith}'),
  toSeeWhy: both('to see why', 'para ver o motivo'),
  targetAnswered: both('it answered {status}', 'ele respondeu {status}'),
  moreTime: both('if it needs longer, allow it with --forward-timeout', 'se ele precisa de mais tempo, aumente o limite com --forward-timeout'),
  redirect: both('a redirect is never followed: give the address it leads to', 'um redirecionamento nunca é seguido: informe o endereço final'),
  noPost: both("it doesn't accept POST: check the path", 'ele não aceita POST: confira o caminho'),
  checkLog: both("check the target's log", 'veja o log do destino'),
}
