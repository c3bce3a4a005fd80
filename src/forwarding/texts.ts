import { both, plural } from '#lib/language.ts'

export const texts = {
  forwardTo: both(
    (what: 'event' | 'delivery') =>
      `forward each ${what}, until a 2xx, to a URL, host:port/path or a port on this machine`,
    what =>
      `encaminha cada ${what === 'event' ? 'evento' : 'entrega'}, até um 2xx, para uma URL, host:porta/caminho ou uma porta deste computador`,
  ),
  forwardHeader: both(
    'an extra header to send; put a secret value in a file',
    'um cabeçalho a mais para enviar; coloque um valor secreto em um arquivo',
  ),
  forwardTimeout: both(
    'how long to wait for the target, such as 30s',
    'quanto tempo esperar pelo destino, como 30s',
  ),
  forwardInsecure: both('accept any certificate from the target', 'aceita qualquer certificado do destino'),
  forwardConcurrency: both(
    'how many payments to forward at the same time; the events of each stay in order. With 1, one event after the other. Give all listeners that share an inbox the same number',
    'quantos pagamentos encaminhar ao mesmo tempo; os eventos de cada um ficam em ordem. Com 1, um evento depois do outro. Use o mesmo número em todos os pixctl que compartilham uma caixa de entrada',
  ),
  parkAfter: both(
    'park an event that the target has refused this often; only webhook replay --parked sends it then',
    'separa um evento que o destino recusou este número de vezes; depois, só webhook replay --parked o envia',
  ),
  parkOn: both(
    'park an event at once if the target answers with one of these, such as 400,422',
    'separa um evento na hora se o destino responder com um destes códigos, como 400,422',
  ),
  refusingAnswers: both(
    'answers that refuse an event, 300 to 599',
    'respostas que recusam um evento, de 300 a 599',
  ),
  checkPath: both('check its path and its permissions', 'confira o caminho e as permissões do arquivo'),
  fileOfFlag: both(
    (path: string, flag: string) => `${path}, of ${flag},`,
    (path, flag) => `${path}, de ${flag},`,
  ),
  headerWithoutName: both('--forward-header has no name', '--forward-header está sem nome'),
  headerForm: both(
    "write it as 'Name: value', or 'Name: @FILE' for a secret value",
    "escreva 'Nome: valor', ou 'Nome: @ARQUIVO' para um valor secreto",
  ),
  headerReserved: both(
    (name: string) => `--forward-header can't set ${name}`,
    name => `--forward-header não pode definir ${name}`,
  ),
  headerReservedNext: both(
    'choose another name: pixctl sets the X-Service-\u2026 headers and those of the connection itself',
    'escolha outro nome: o próprio pixctl define os cabeçalhos X-Service-\u2026 e os da conexão',
  ),
  headerValue: both(
    (name: string) => `the value of ${name} in --forward-header can't be sent in a header`,
    name => `o valor de ${name} em --forward-header não pode ser enviado em um cabeçalho`,
  ),
  headerValueNext: both(
    'give one line of Latin-1 text, not empty and without control characters',
    'use uma linha de texto em Latin-1, não vazia e sem caracteres de controle',
  ),
  sendingTo: both(
    (isSandbox: boolean, profile: string, to: string) =>
      `${isSandbox ? 'SANDBOX, ' : ''}profile ${profile}, sending to ${to}`,
    (isSandbox, profile, to) => `${isSandbox ? 'SANDBOX, ' : ''}perfil ${profile}, enviando para ${to}`,
  ),
  stopped: both(
    'forwarding has stopped: this pixctl could not renew its turn in time, so another one may forward; it goes on when it can',
    'o encaminhamento parou: este pixctl não conseguiu renovar a sua vez a tempo, e outro pode encaminhar; ele continua quando puder',
  ),
  goesOn: both('forwarding goes on', 'o encaminhamento continua'),
  paused: both(
    (why: string) => `forwarding is paused: the inbox can't be used (${why})`,
    why => `o encaminhamento está em pausa: a caixa de entrada não está disponível (${why})`,
  ),
  standby: both(
    'another pixctl of this profile is forwarding, to its own target; this one starts when that one stops',
    'outro pixctl deste perfil já encaminha, para o destino dele; este começa quando aquele parar',
  ),
  together: both(
    'listeners that share an inbox forward together if all have the same --forward-concurrency, above 1',
    'os pixctl que compartilham uma caixa de entrada encaminham juntos se todos tiverem o mesmo --forward-concurrency, acima de 1',
  ),
  pendingFailure: both(
    (pending: number, to: string, span: string) =>
      `${pending} still pending: ${to} accepted none of them for ${span}`,
    (pending, to, span) =>
      `${pending} ainda ${plural(pending, 'pendente', 'pendentes')}: ${to} não aceitou ${plural(pending, 'a entrega', 'nenhuma delas')} durante ${span}`,
  ),
  checkLogForReason: both("check the target's log for the reason", 'veja o motivo no log do destino'),
  nextRunForwards: both(
    'the next run with --forward-to will forward them',
    'a próxima execução com --forward-to encaminha o que ficou pendente',
  ),
  parkedFailure: both(
    (parked: number, to: string) => `${parked} parked: ${to} refused them`,
    (parked, to) => `${parked} ${plural(parked, 'separada: recusada', 'separadas: recusadas')} por ${to}`,
  ),
  toSendAgain: both('to send them again', 'para enviar de novo'),
  acceptInsecure: both(
    'to accept your own certificate, use --forward-insecure',
    'para aceitar um certificado seu, use --forward-insecure',
  ),
  parked: both(
    (delivery: string, to: string, status: number | null) =>
      `parked ${delivery}: ${to} answered ${status}. To send what is parked when the target accepts it`,
    (delivery, to, status) =>
      `${delivery} foi separada: ${to} respondeu ${status}. Para enviar o que está separado quando o destino aceitar`,
  ),
  keepsRefusing: both(
    (to: string, delivery: string, times: number) =>
      `${to} has refused ${delivery} ${times} times; --park-after N would set such a delivery aside. To see the answers`,
    (to, delivery, times) =>
      `${to} recusou ${delivery} ${times} vezes; --park-after N separaria uma entrega assim. Para ver as respostas`,
  ),
  unrecorded: both(
    (delivery: string, status: number | null, why: string) =>
      `${delivery} was sent and ${status === null ? 'no answer came' : `it was answered ${status}`}, but that could not be recorded (${why})`,
    (delivery, status, why) =>
      `${delivery} foi enviada e ${status === null ? 'nenhuma resposta veio' : `a resposta foi ${status}`}, mas não foi possível registrar isso (${why})`,
  ),
  unrecordedNext: both(
    'check the disk; the deliveries after it were not sent',
    'confira o disco; as entregas depois dela não foram enviadas',
  ),
  noAnswer: both(
    (host: string, why: string) => `no answer from ${host}: ${why}`,
    (host, why) => `${host} não respondeu: ${why}`,
  ),
  checkRunning: both(
    'check that the target is running, then replay it again',
    'confira se o destino está no ar e reenvie',
  ),
  answered: both(
    (host: string, status: number, delivery: string) => `${host} answered ${status} to ${delivery}`,
    (host, status, delivery) => `${host} respondeu ${status} a ${delivery}`,
  ),
  checkLogThenReplay: both("check the target's log, then replay it again", 'veja o log do destino e reenvie'),
  checkEndpoint: both(
    'check that the endpoint is running and that its address is right',
    'confira se o endpoint está no ar e se o endereço está certo',
  ),
  notSuccess: both(
    (status: number) => `the target answered ${status}, not 2xx`,
    status => `o destino respondeu ${status}, e não 2xx`,
  ),
  invalidSignature: both(
    (signedWith: string) => `the target says that the signature is invalid: it was made with ${signedWith}`,
    signedWith => `o destino diz que a assinatura é inválida: ela foi feita com ${signedWith}`,
  ),
  toSeeWhy: both('to see why', 'para ver o motivo'),
  redirect: both(
    'a redirect is never followed: give the address it leads to',
    'um redirecionamento nunca é seguido: informe o endereço final',
  ),
  noPost: both("it doesn't accept POST: check the path", 'ele não aceita POST: confira o caminho'),
  checkLog: both("check the target's log", 'veja o log do destino'),
  sendTests: both(
    (host: string) => `Send signed test events to ${host}?`,
    host => `Enviar eventos de teste assinados para ${host}?`,
  ),
  notThisMachine: both(
    (host: string) => `${host} is not this machine: nothing was sent`,
    host => `${host} não é este computador: nada foi enviado`,
  ),
  addYes: both(
    'add --yes if signed test events may go there',
    'acrescente --yes se eventos de teste assinados podem ir para lá',
  ),
}
