import { both, plural } from '#lib/language.ts'

export const texts = {
  samePort: both(
    (port: number) => `--port and --monitor are both ${port}`,
    port => `--port e --monitor são ambos ${port}`,
  ),
  ownPorts: both('give each its own port', 'use uma porta para cada um'),
  startAgain: both('start it again', 'inicie de novo'),
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
