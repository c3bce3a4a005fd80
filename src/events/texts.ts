import { both, listed, plural } from '#lib/language.ts'
import type { EarlyRefusal } from '#lib/refused-early.ts'

export const texts = {
  waiting: both('{why}; waiting for it', '{why}; aguardando'),
  back: both(
    (name: string | null) => `the inbox ${name} is back`,
    name => `a caixa de entrada ${name} voltou`,
  ),
  inbox: both('inbox: {name}', 'caixa de entrada: {name}'),
  forwarded: both(
    (count: number) => `${count} forwarded`,
    count => (count === 0 ? 'nenhuma encaminhada' : `${count} ${plural(count, 'encaminhada', 'encaminhadas')}`),
  ),
  pendingUnknown: both("the inbox can't be asked what is still pending", 'não foi possível saber o que ainda está pendente na caixa de entrada'),
  stillPending: both(
    (count: number) => `${count} still pending`,
    count => (count === 0 ? 'nenhuma pendente' : `${count} ainda ${plural(count, 'pendente', 'pendentes')}`),
  ),
  parked: both(
    (count: number) => `${count} parked`,
    count => `${count} em espera`,
  ),

  // webhook listen
  toItself: both('--forward-to {to} is this listener itself: it would send each event to itself again', '--forward-to {to} é este próprio listener: cada evento voltaria para ele mesmo'),
  giveOtherTarget: both('give the address of your own program', 'indique o endereço do seu próprio programa'),
  certificateEnded: both('the certificate has ended', 'o certificado venceu'),
  listening: both('listening on {url}', 'escutando em {url}'),
  reachable: both('other machines can reach {host}: only deliveries with a valid signature are accepted', 'outros computadores podem acessar {host}: só são aceitas entregas com assinatura válida'),
  signedWith: both('forwarded events are signed with {secret}', 'os eventos encaminhados são assinados com {secret}'),
  inspectAt: both('inspect at', 'veja as entregas em'),
  toStop: both('press Ctrl-C to stop', 'pressione Ctrl-C para parar'),
  /** `types` as the user gave them; null for the types that no other target gets, undefined if there is only one target. */
  forwarding: both(
    (to: string, concurrency: number, pending: number, types?: readonly string[] | null) => {
      const what = types === undefined ? '' : types === null ? 'other events ' : `${listed(types)} `
      const atOnce = concurrency === 1 ? '' : `, up to ${concurrency} payments at once`
      const first = pending === 0 ? '' : `, starting with ${pending} pending from earlier`
      return `forwarding ${what}to ${to}${atOnce}${first}`
    },
    (to, concurrency, pending, types?) => {
      const what = types === undefined ? '' : types === null ? 'outros eventos ' : `${listed(types)} `
      const atOnce = concurrency === 1 ? '' : `, até ${concurrency} pagamentos ao mesmo tempo`
      const waiting = plural(pending, 'pendente', 'pendentes')
      const first = pending === 0 ? '' : `, começando por ${pending} ${waiting} de antes`
      return `encaminhando ${what}para ${to}${atOnce}${first}`
    },
  ),
  /** `types`: how many of which type. */
  pendingWithoutTarget: both(
    (count: number, types: readonly string[]) =>
      `${count} ${plural(count, 'event stays', 'events stay')} pending, because no --forward-to names ${plural(count, 'its type', 'their types')}: ${listed(types)}. To send all that is pending to one target, after this run`,
    (count, types) =>
      `${count} ${plural(count, 'evento continua pendente', 'eventos continuam pendentes')}, porque nenhum --forward-to indica ${plural(count, 'o tipo dele', 'os tipos deles')}: ${listed(types)}. Para enviar tudo o que está pendente a um só destino, depois desta execução`,
  ),
  ofTarget: both('{to}: {text}', '{to}: {text}'),
  parkedWait: both(
    (count: number) => `${count} parked ${plural(count, 'event waits', 'events wait')} for you; to send them`,
    count => plural(count, `${count} evento está em espera; para enviar`, `${count} eventos estão em espera; para enviar`),
  ),
  /** What was refused before it was a delivery. `detail`: Node's code, the method, or the path that was asked for. */
  refusedEarly: {
    headers_too_large: both(
      'a request was answered 431, because its headers are larger than 16 KiB: if a proxy in between adds them, let it add fewer',
      'uma requisição teve resposta 431, porque os cabeçalhos passam de 16 KiB: se um proxy no caminho os acrescenta, reduza o que ele acrescenta',
    ),
    not_http: both(
      'what was sent to this port is not HTTP/1.1, and was answered 400 ({code}): if a proxy of yours sends it, let it speak HTTP/1.1, without the PROXY protocol',
      'o que chegou a esta porta não é HTTP/1.1 e teve resposta 400 ({code}): se for um proxy seu, configure HTTP/1.1 nele, sem o protocolo PROXY',
    ),
    incomplete: both(
      'a sender closed its connection in the middle of a request, so nothing was taken: if deliveries are missing, look at the time limits of a proxy in between',
      'quem enviava fechou a conexão no meio de uma requisição, e nada foi aceito: se faltam entregas, confira os limites de tempo de um proxy no caminho',
    ),
    too_slow: both(
      'a connection was closed, because no complete request came in time (headers 10 s, all of it 30 s): if deliveries are missing, look at the network and at a proxy in between',
      'uma conexão foi fechada, porque nenhuma requisição completa chegou a tempo (cabeçalhos 10 s, tudo 30 s): se faltam entregas, confira a rede e um proxy no caminho',
    ),
    tls_to_plain_port: both(
      'a sender speaks https, but this port speaks http: use --tls-cert and --tls-key, or a proxy in front that has the certificate',
      'quem envia usa https, mas esta porta usa http: use --tls-cert e --tls-key, ou um proxy na frente que tenha o certificado',
    ),
    plain_to_tls_port: both('a sender speaks http, but this port speaks https: use https:// in the address that it sends to', 'quem envia usa http, mas esta porta usa https: use https:// no endereço para onde ele envia'),
    tls_failed: both('no TLS connection with a sender ({code}): this port speaks HTTP/1.1 over TLS 1.2 and 1.3', 'não houve conexão TLS com quem envia ({code}): esta porta usa HTTP/1.1 sobre TLS 1.2 e 1.3'),
    certificate_distrusted: both(
      "a sender doesn't accept the certificate ({code}): it must be for the name in the address that it sends to, and --tls-cert must have the whole chain (certbot: fullchain.pem)",
      'quem envia não aceita o certificado ({code}): ele precisa ser do nome no endereço para onde se envia, e --tls-cert precisa ter a cadeia inteira (certbot: fullchain.pem)',
    ),
    closed_without_request: both(
      "a sender closed its connection at the TLS handshake, without a request: a health check does that, and so does a sender that doesn't accept the certificate (--tls-cert must have the whole chain)",
      'quem envia fechou a conexão no handshake TLS, sem requisição: uma verificação de saúde faz isso, e também quem não aceita o certificado (--tls-cert precisa ter a cadeia inteira)',
    ),
    request_ahead: both(
      'a connection was closed, because it sent a request before the last answer, which the service never does: if it is a proxy in between, switch pipelining off',
      'uma conexão foi fechada, porque enviou uma requisição antes da última resposta, o que o serviço nunca faz: se for um proxy no caminho, desligue o pipelining',
    ),
    too_many_connections: both(
      'connections were closed, because too many are open: if the service is not the cause, let a firewall or a proxy limit them',
      'conexões foram fechadas, porque há conexões demais abertas: se não forem do serviço, limite-as em um firewall ou proxy',
    ),
    other_path: both('a request to {asked} was answered 404: only {path} is served (see --path)', 'uma requisição para {asked} teve resposta 404: só {path} é atendido (veja --path)'),
    other_method: both('a request with {method} was answered 405: deliveries are sent with POST', 'uma requisição com {method} teve resposta 405: entregas são enviadas com POST'),
    busy: both('a request was answered 503, because too many large ones came at once: the service sends it again', 'uma requisição teve resposta 503, porque muitas grandes chegaram ao mesmo tempo: o serviço a envia de novo'),
  } as Record<EarlyRefusal, (detail: string, path: string) => string>,
  rejected: both('rejected, {reason}', 'recusada, {reason}'),
  clockSays: both('{rejected}: the clock of this machine says {now}', '{rejected}: o relógio deste computador marca {now}'),
  checkedWith: both('{rejected}: checked with {secrets}', '{rejected}: conferida com {secrets}'),
  toSeeRefused: both('to see what was refused', 'para ver o que foi recusado'),
  notSaved: both("deliveries can't be saved ({problem}): they are answered {status}, and the service may send them again", 'não é possível salvar as entregas ({problem}): a resposta é {status}, e o serviço pode enviá-las de novo'),
  rejectedNotKept: both("refused deliveries aren't kept ({problem})", 'as entregas recusadas não ficam guardadas ({problem})'),
  countReceived: both(
    (count: number) => `${count} received`,
    count => `${count} ${plural(count, 'recebida', 'recebidas')}`,
  ),
  countRejected: both(
    (count: number) => `${count} rejected`,
    count => `${count} ${plural(count, 'recusada', 'recusadas')}`,
  ),
  countNotSaved: both(
    (count: number) => `${count} not saved`,
    count => `${count} não ${plural(count, 'salva', 'salvas')}`,
  ),
  skippedLines: both(
    (count: number) => `${count} lines were skipped: they could not be written in time`,
    count => `${count} ${plural(count, 'linha foi pulada', 'linhas foram puladas')}: não foi possível escrever a tempo`,
  ),

  // events tail
  shown: both(
    (count: number) => (count === 0 ? 'no events' : `${count} ${plural(count, 'event', 'events')}`),
    count => (count === 0 ? 'nenhum evento' : `${count} ${plural(count, 'evento', 'eventos')}`),
  ),
  unreadable: both(
    (count: number) => `${count} ${plural(count, 'message', 'messages')} could not be read`,
    count => plural(count, '1 mensagem não pôde ser lida', `${count} mensagens não puderam ser lidas`),
  ),
  cursorUnsaved: both("the cursor can't be saved: the next run shows these events again", 'não foi possível salvar a posição: a próxima execução mostra estes eventos de novo'),
  freeSpace: both('free some space on the disk, or check what blocks the file', 'libere espaço no disco, ou veja o que bloqueia o arquivo'),
  cursorUnsavedYet: both("the cursor can't be saved ({why}): the next run would show the events from here on again", 'não está sendo possível salvar a posição ({why}): a próxima execução mostraria de novo os eventos a partir daqui'),
  standsBy: both('another one may have taken over: this events tail stands by', 'outro pode ter assumido: este events tail fica em espera'),
  worksNow: both('this events tail works now', 'este events tail está ativo agora'),
  otherWorks: both('another events tail of the profile "{profile}" works: this one stands by, and goes on when that one stops', 'outro events tail do perfil "{profile}" está ativo: este fica em espera e continua quando aquele parar'),
  otherRuns: both('another events tail of the profile "{profile}" is already running', 'outro events tail do perfil "{profile}" já está em execução'),
  stopOther: both('stop that one, or use --no-resume to watch new events beside it', 'encerre o outro, ou use --no-resume para ver os eventos novos ao mesmo tempo'),
  pressCtrlC: both('; press Ctrl-C to stop', '; pressione Ctrl-C para parar'),
  nothingSavedYet: both('nothing is saved until the first event, because the service gave no sequence', 'nada fica salvo até o primeiro evento, porque o serviço não informou uma sequência'),
  fromNowOn: both('showing events from now on', 'mostrando os eventos a partir de agora'),
  continuingAfter: both('continuing after sequence {sequence}', 'continuando depois da sequência {sequence}'),
  channelIsAt: both('the channel is at sequence {sequence}', 'o canal está na sequência {sequence}'),
  continuingFrom: both('continuing from {time} (sequence {sequence})', 'continuando de {time} (sequência {sequence})'),
  cannotSave: both("events can't be saved ({why}): they are waiting", 'não está sendo possível salvar os eventos ({why}): eles aguardam'),
}
