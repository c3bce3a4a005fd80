import { toBRL } from '#contract/money.ts'
import { both, plural } from '#lib/language.ts'
import type { Paid } from './totals.ts'

export const texts = {
  signedWith: both(
    (secret: string) => `forwarded events are signed with ${secret}`,
    secret => `os eventos encaminhados são assinados com ${secret}`,
  ),
  paid: both(
    ({ count, sum, unknown }: Paid) => {
      if (count === 0) return 'none paid'
      if (unknown === count) return `${count} paid, of an unknown amount`
      const rest = unknown === 0 ? '' : ` without ${unknown} of an unknown amount`
      return `${count} paid: ${toBRL(sum)}${rest}`
    },
    ({ count, sum, unknown }) => {
      if (count === 0) return 'nenhum pagamento'
      const payments = `${count} ${plural(count, 'pagamento', 'pagamentos')}`
      if (unknown === count) return `${payments} de valor desconhecido`
      const rest = unknown === 0 ? '' : ` sem contar ${unknown} de valor desconhecido`
      return `${payments}: ${toBRL(sum)}${rest}`
    },
  ),
  /** `paid` is {@link texts.paid}. */
  shownAndPaid: both(
    (events: number, paid: string) =>
      events === 0 ? 'no events' : `${events} ${plural(events, 'event', 'events')}, ${paid}`,
    (events, paid) =>
      events === 0 ? 'nenhum evento' : `${events} ${plural(events, 'evento', 'eventos')}, ${paid}`,
  ),
  unreadable: both(
    (count: number) => `${count} ${plural(count, 'message', 'messages')} could not be read`,
    count => plural(count, '1 mensagem não pôde ser lida', `${count} mensagens não puderam ser lidas`),
  ),
  connectedAgain: both('connected again', 'conectado de novo'),
  cursorUnsaved: both(
    "the cursor can't be saved: the next run shows these events again",
    'não foi possível salvar a posição: a próxima execução mostra estes eventos de novo',
  ),
  freeSpace: both(
    'free some space on the disk, or check what blocks the file',
    'libere espaço no disco, ou veja o que bloqueia o arquivo',
  ),
  cursorUnsavedYet: both(
    (why: string) =>
      `the cursor can't be saved (${why}): the next run would show the events from here on again`,
    why =>
      `não está sendo possível salvar a posição (${why}): a próxima execução mostraria de novo os eventos a partir daqui`,
  ),
  stateUnusable: both(
    (why: string) => `the saved state can no longer be used (${why})`,
    why => `os dados salvos não podem mais ser usados (${why})`,
  ),
  checkDisk: both(
    'check the disk and the permissions of its folder',
    'confira o disco e as permissões da pasta',
  ),
  standsBy: both(
    'another one may have taken over: this events tail stands by',
    'outro pode ter assumido: este events tail fica em espera',
  ),
  worksNow: both('this events tail works now', 'este events tail está ativo agora'),
  otherWorks: both(
    (profile: string) =>
      `another events tail of the profile "${profile}" works: this one stands by, and goes on when that one stops`,
    profile =>
      `outro events tail do perfil "${profile}" está ativo: este fica em espera e continua quando aquele parar`,
  ),
  otherRuns: both(
    (profile: string) => `another events tail of the profile "${profile}" is already running`,
    profile => `outro events tail do perfil "${profile}" já está em execução`,
  ),
  stopOther: both(
    'stop that one, or use --no-resume to watch new events beside it',
    'encerre o outro, ou use --no-resume para ver os eventos novos ao mesmo tempo',
  ),
  cursorElsewhere: both(
    (other: string, stream: string, start: string) =>
      `the saved cursor is for ${other}, not for ${stream}: ${start}`,
    (other, stream, start) => `a posição salva é de ${other}, e não de ${stream}: ${start}`,
  ),
  toContinueFromIt: both('to continue from it', 'para continuar a partir dela'),
  pressCtrlC: both('; press Ctrl-C to stop', '; pressione Ctrl-C para parar'),
  nothingSavedYet: both(
    'nothing is saved until the first event, because the service gave no sequence',
    'nada fica salvo até o primeiro evento, porque o serviço não informou uma sequência',
  ),
  fromNowOn: both('showing events from now on', 'mostrando os eventos a partir de agora'),
  continuingAfter: both(
    (sequence: string) => `continuing after sequence ${sequence}`,
    sequence => `continuando depois da sequência ${sequence}`,
  ),
  continuingFrom: both(
    (time: string, sequence: string) => `continuing from ${time} (sequence ${sequence})`,
    (time, sequence) => `continuando de ${time} (sequência ${sequence})`,
  ),
  cannotSave: both(
    (why: string) => `events can't be saved (${why}): they are waiting`,
    why => `não está sendo possível salvar os eventos (${why}): eles aguardam`,
  ),
  manyWait: both(
    (count: number, to: string) =>
      `${count} events are waiting for a 2xx from ${to}: new events are shown after that`,
    (count, to) => `${count} eventos aguardam um 2xx de ${to}: os novos aparecem depois disso`,
  ),
  itAnswered: both(
    (status: number) => `it answered ${status}`,
    status => `ele respondeu ${status}`,
  ),
  waitToForward: both(
    (to: string, why: string) => `events are waiting to be forwarded to ${to}: ${why}`,
    (to, why) => `há eventos aguardando o encaminhamento para ${to}: ${why}`,
  ),
  worksAgain: both('forwarding works again', 'o encaminhamento voltou a funcionar'),
  attemptFailed: both(
    (event: string, delivery: string, to: string, why: string, next: string) =>
      `${event} ${delivery} to ${to}: ${why}; ${next}`,
    (event, delivery, to, why, next) => `${event} ${delivery} para ${to}: ${why}; ${next}`,
  ),
}
