import { both, plural } from '#lib/language.ts'

export const texts = {
  summary: both(
    'receive webhooks: verify, save, answer and forward them',
    'recebe webhooks: verifica, salva, responde e encaminha',
  ),
  description: both(
    'Answers 204 only after a delivery is saved on disk. With --forward-to, saved deliveries are forwarded in order, ' +
      'each until a 2xx, even if the target or pixctl restarts.',
    'Responde 204 só depois que a entrega está salva em disco. Com --forward-to, as entregas salvas são encaminhadas em ' +
      'ordem, cada uma até um 2xx, mesmo que o destino ou o pixctl reinicie.',
  ),
  portFlag: both(
    'the port to listen on, 0 for any free one',
    'a porta em que escuta, 0 para qualquer porta livre',
  ),
  hostFlag: both('the address to listen on', 'o endereço em que escuta'),
  pathFlag: both('the path of the endpoint', 'o caminho do endpoint'),
  certFlag: both('serve HTTPS: the certificate (PEM)', 'para HTTPS: o certificado (PEM)'),
  keyFlag: both('serve HTTPS: the private key (PEM)', 'para HTTPS: a chave privada (PEM)'),
  toleranceFlag: both(
    'how many seconds a signature may be before or after now',
    'a maior diferença, em segundos, entre a hora da assinatura e a atual',
  ),
  inspectFlag: both(
    (port: number) => `show the deliveries in a browser, on a port of this machine; ${port} by default`,
    port => `mostra as entregas no navegador, em uma porta deste computador; o padrão é ${port}`,
  ),
  maxFlag: both(
    'stop after this many deliveries were shown, and forwarded with --forward-to',
    'para depois de mostrar este número de entregas e, com --forward-to, de encaminhá-las',
  ),

  hostEmpty: both('--host is empty', '--host está vazio'),
  leaveHostOut: both('leave it out for 127.0.0.1', 'omita para usar 127.0.0.1'),
  aPath: both('a path', 'um caminho'),
  tlsTogether: both('--tls-cert and --tls-key go together', '--tls-cert e --tls-key só funcionam juntos'),
  giveBothOrNone: both('give both, or neither', 'passe os dois, ou nenhum'),
  tlsNotValid: both(
    (problem: string) => `--tls-cert and --tls-key are not a valid PEM certificate and key (${problem})`,
    problem => `--tls-cert e --tls-key não são um certificado e uma chave PEM válidos (${problem})`,
  ),
  givePem: both(
    'give the PEM file of the certificate, with its chain, and that of its key',
    'passe o arquivo PEM do certificado, com a cadeia dele, e o da chave',
  ),
  samePort: both(
    (port: number) => `--port and --monitor are both ${port}`,
    port => `--port e --monitor são ambos ${port}`,
  ),
  ownPorts: both('give each its own port', 'use uma porta para cada um'),
  startAgain: both('start it again', 'inicie de novo'),

  profile: both(
    (name: string) => `profile ${name}`,
    name => `perfil ${name}`,
  ),
  listening: both(
    (url: string) => `listening on ${url}`,
    url => `escutando em ${url}`,
  ),
  reachable: both(
    (host: string) => `other machines can reach ${host}: only deliveries with a valid signature are accepted`,
    host => `outros computadores podem acessar ${host}: só são aceitas entregas com assinatura válida`,
  ),
  newSignatures: both(
    (secret: string) => `deliveries that need a new signature are signed with ${secret}`,
    secret => `entregas que precisam de nova assinatura são assinadas com ${secret}`,
  ),
  inspectAt: both('inspect at', 'veja as entregas em'),
  toStop: both('press Ctrl-C to stop', 'pressione Ctrl-C para parar'),
  forwarding: both(
    (to: string, concurrency: number, pending: number) => {
      const atOnce = concurrency === 1 ? '' : `, up to ${concurrency} payments at once`
      const first = pending === 0 ? '' : `, starting with ${pending} pending from earlier`
      return `forwarding to ${to}${atOnce}${first}`
    },
    (to, concurrency, pending) => {
      const atOnce = concurrency === 1 ? '' : `, até ${concurrency} pagamentos ao mesmo tempo`
      const waiting = plural(pending, 'pendente', 'pendentes')
      const first = pending === 0 ? '' : `, começando por ${pending} ${waiting} de antes`
      return `encaminhando para ${to}${atOnce}${first}`
    },
  ),
  parkedWait: both(
    (count: number) =>
      `${count} parked ${plural(count, 'delivery waits', 'deliveries wait')} for you; to send them`,
    count =>
      plural(
        count,
        `${count} entrega separada espera por você; para enviar`,
        `${count} entregas separadas esperam por você; para enviar`,
      ),
  ),
  /** `isMost`: there may be more than that. */
  withoutTarget: both(
    (count: number, isMost: boolean) => {
      const which = isMost
        ? `the latest ${count} deliveries`
        : `${count} ${plural(count, 'delivery', 'deliveries')}`
      return `${which} came without --forward-to and will not be forwarded; to send them`
    },
    (count, isMost) => {
      if (isMost) {
        return `as últimas ${count} entregas chegaram sem --forward-to e não serão encaminhadas; para enviar`
      }
      return plural(
        count,
        `${count} entrega chegou sem --forward-to e não será encaminhada; para enviar`,
        `${count} entregas chegaram sem --forward-to e não serão encaminhadas; para enviar`,
      )
    },
  ),
  otherPath: both(
    (asked: string, path: string) =>
      `a request to ${asked} was answered 404: only ${path} is served (see --path)`,
    (asked, path) => `uma requisição para ${asked} teve resposta 404: só ${path} é atendido (veja --path)`,
  ),

  rejected: both(
    (reason: string) => `rejected, ${reason}`,
    reason => `recusada, ${reason}`,
  ),
  clockSays: both(
    (rejected: string, now: string) => `${rejected}: the clock of this machine says ${now}`,
    (rejected, now) => `${rejected}: o relógio deste computador marca ${now}`,
  ),
  checkedWith: both(
    (rejected: string, secrets: string) => `${rejected}: checked with ${secrets}`,
    (rejected, secrets) => `${rejected}: conferida com ${secrets}`,
  ),
  toFindOut: both('to find out why, in a browser', 'para descobrir por quê, no navegador'),
  notSaved: both(
    (problem: string, status: number) =>
      `deliveries can't be saved (${problem}): they are answered ${status}, and the service may send them again`,
    (problem, status) =>
      `não é possível salvar as entregas (${problem}): a resposta é ${status}, e o serviço pode enviá-las de novo`,
  ),
  cameAltered: both(
    (delivery: string, keptAs: string) =>
      `delivery ${delivery} came again with a different body, which the service never does: saved as ${keptAs}`,
    (delivery, keptAs) =>
      `a entrega ${delivery} veio de novo com outro corpo, o que o serviço nunca faz: salva como ${keptAs}`,
  ),
  rejectedNotKept: both(
    (problem: string) => `refused deliveries aren't kept for the inspector (${problem})`,
    problem => `as entregas recusadas não ficam guardadas para o inspetor (${problem})`,
  ),
  lineNotComplete: both(
    (problem: string) => `a line is not complete: the inbox can't be read (${problem})`,
    problem => `uma linha ficou incompleta: não é possível ler a caixa de entrada (${problem})`,
  ),
  mark: both(
    (delivery: string | null, mark: string) => `delivery ${delivery}: ${mark}`,
    (delivery, mark) => `entrega ${delivery}: ${mark}`,
  ),
  answered: both(
    (status: number) => `it answered ${status}`,
    status => `respondeu ${status}`,
  ),
  notTaken: both(
    (delivery: string, to: string, answer: string | null, next: string) =>
      `delivery ${delivery} to ${to}: ${answer}; ${next}`,
    (delivery, to, answer, next) => `entrega ${delivery} para ${to}: ${answer}; ${next}`,
  ),

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
    count =>
      `${count} ${plural(count, 'linha foi pulada', 'linhas foram puladas')}: não foi possível escrever a tempo`,
  ),
}
