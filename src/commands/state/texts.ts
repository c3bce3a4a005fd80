import { both, plural } from '#lib/language.ts'

/** What is kept, by its name for scripts. */
export const WHAT = {
  journal: both('journal', 'diário'),
  inbox: both('inbox', 'caixa de entrada'),
  archive: both('archive', 'arquivo local'),
  rejected: both('rejected', 'recusadas'),
  'all files': both('all files', 'total em disco'),
  'shared inbox': both('shared inbox', 'caixa compartilhada'),
}
export type What = keyof typeof WHAT

export interface Dropped {
  events: number
  creations: number
}

export const texts = {
  summary: both('show what is kept on this machine', 'mostra o que está guardado neste computador'),
  description: both(
    `Lists, for each profile, how much is kept, since when, and how many bytes its files take: the journal of creations, the inbox of events, the archive of charges, and rejected deliveries. With a shared inbox it also lists what the current profile has there.

Nothing is changed, and no file is made. A file that can't be read is named as a problem, and ends it with exit 1.`,
    `Lista, para cada perfil, quanto está guardado, desde quando e quantos bytes os arquivos ocupam: o diário de criações, a caixa de entrada de eventos, o arquivo local de cobranças e as entregas recusadas. Com uma caixa de entrada compartilhada, lista também o que o perfil em uso tem nela.

Nada é alterado, e nenhum arquivo é criado. Um arquivo que não pode ser lido é indicado como problema, com o código de saída 1.`,
  ),
  notAllRead: both('not everything could be read', 'não foi possível ler tudo'),
  nothingKept: both('nothing is kept yet', 'ainda não há nada guardado'),
  profileColumn: both('PROFILE', 'PERFIL'),
  keptColumn: both('KEPT', 'GUARDADO'),
  countColumn: both('COUNT', 'QTD.'),
  openColumn: both('OPEN', 'PENDENTES'),
  oldestColumn: both('OLDEST', 'MAIS ANTIGO'),
  sizeColumn: both('SIZE', 'TAMANHO'),
  pruneSummary: both('drop what is old and done', 'descarta o que é antigo e já terminou'),
  pruneDescription: both(
    `Drops, of the current profile: events that are done or were never to be forwarded, with their arrivals and attempts; and creations that are resolved. Never what is pending, parked or in doubt, and never what the service could still send again: at least two days are kept, and what came after a saved cursor of events tail. The ages of events count back from the newest arrival, if that is earlier than now.

It works in small steps: listeners and tails go on meanwhile, and it may be interrupted at any time.`,
    `Descarta, do perfil em uso: eventos concluídos ou que nunca seriam encaminhados, com as chegadas e tentativas deles; e criações concluídas. Nunca descarta o que está pendente, em espera ou em dúvida, nem o que o serviço ainda pode enviar de novo: ficam pelo menos dois dias e o que veio depois de uma posição salva do events tail. A idade de um evento é contada a partir da chegada mais nova, se ela for anterior a agora.

Trabalha em passos pequenos: o webhook listen e o events tail continuam enquanto isso, e você pode interromper a qualquer momento.`,
  ),
  keep: both('drop what is older than this, at least 2d', 'descarta o que é mais antigo do que isto; no mínimo 2d'),
  cursors: both(
    'also drop the cursor from which events tail would continue, if its last event is that old; it begins with current events then',
    'descarta também a posição em que o events tail continuaria, se o último evento dele for tão antigo; ele então começa pelos eventos atuais',
  ),
  yes: both('drop it without asking', 'descarta sem perguntar'),
  dropped: both(
    ({ events, creations }: Dropped) => `${events} events and ${creations} creations dropped`,
    ({ events, creations }) => `descartados: ${events} ${plural(events, 'evento', 'eventos')} e ${creations} ${plural(creations, 'criação', 'criações')}`,
  ),
  soFar: both('{dropped} so far; the next run drops the rest', '{dropped} até agora; a próxima execução descarta o resto'),
  olderThan: both('Older than', 'Anterior a'),
  eventsDropped: both('Events dropped', 'Eventos descartados'),
  creationsDropped: both('Creations dropped', 'Criações descartadas'),
  confirm: both('Drop what is done and older than {time}, of the profile "{profile}"?', 'Descartar o que já terminou e é anterior a {time}, do perfil "{profile}"?'),
  nothingDropped: both('nothing was dropped', 'nada foi descartado'),
  addYes: both("what is dropped can't be restored: add --yes if you want that", 'o que é descartado não pode ser recuperado: use --yes se é isso que você quer'),
  cursorsStay: both('events tail is running: its cursors stay', 'o events tail está em execução: as posições dele ficam'),
  cursorDropped: both('the cursor at {stream} is dropped', 'posição em {stream} descartada'),
  /** `times` is null if the cursor has no time, only the sequence that a user gave. */
  wouldContinue: both(
    (stream: string, times: { from: string; reached: string } | null) => {
      const kept = times === null ? 'all events are kept' : `events from ${times.from} on are kept`
      const where = times === null ? 'after the sequence that --after gave' : `from ${times.reached}`
      return `${kept}: events tail would continue at ${stream} ${where}. Run that first; or, to begin with current events there`
    },
    (stream, times) => {
      const kept = times === null ? 'todos os eventos ficam' : `os eventos a partir de ${times.from} ficam`
      const where = times === null ? 'depois da sequência informada em --after' : `a partir de ${times.reached}`
      return `${kept}: events tail continuaria em ${stream} ${where}. Execute esse comando antes; ou, para começar ali pelos eventos atuais`
    },
  ),
  tooShort: both(
    '--keep takes at least 2d: the service sends a delivery again for about 81 minutes, and what it sends again must be known',
    '--keep aceita no mínimo 2d: o serviço reenvia uma entrega por cerca de 81 minutos, e o que ele reenvia precisa ser reconhecido',
  ),
  keepExample: both('for example: --keep 30d', 'por exemplo: --keep 30d'),
}
