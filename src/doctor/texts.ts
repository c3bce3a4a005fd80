import { both, plural } from '#lib/language.ts'

export const texts = {
  summary: both('check everything that pixctl works with', 'verifica tudo o que o pixctl usa'),
  description: both(
    `Checks this machine (Node, time zone, folders, saved state, keychain), the service (base URL, API key, clock, realtime token), the proxy and the shared inbox, if they are set, and the webhooks (refused, waiting, parked). Each check ends with ok, warn, fail or skip, and says what to do.

Nothing is changed, no file is made, and no secret is shown. Exit 1 if a check fails.`,
    `Verifica este computador (Node, fuso horário, pastas, dados salvos, chaveiro), o serviço (URL base, chave de API, relógio, token do canal em tempo real), o proxy e a caixa de entrada compartilhada, se houver, e os webhooks (recusados, pendentes, em espera). Cada verificação termina com ok, aviso, FALHA ou pulada (para scripts: ok, warn, fail, skip) e diz o que fazer.

Nada é alterado, nenhum arquivo é criado e nenhum segredo é mostrado. Termina com o código 1 se alguma verificação falhar.`,
  ),
  labels: {
    node: both('node', 'node'),
    time_zone: both('time_zone', 'fuso horário'),
    config_folder: both('config_folder', 'configuração'),
    data_folder: both('data_folder', 'pasta de dados'),
    cache_folder: both('cache_folder', 'pasta de cache'),
    state: both('state', 'dados salvos'),
    keychain: both('keychain', 'chaveiro'),
    profile: both('profile', 'perfil'),
    proxy: both('proxy', 'proxy'),
    base_url: both('base_url', 'URL base'),
    clock: both('clock', 'relógio'),
    api_key: both('api_key', 'chave de API'),
    realtime: both('realtime', 'tempo real'),
    inbox: both('inbox', 'caixa de entrada'),
    webhooks: both('webhooks', 'webhooks'),
  },
  statuses: {
    ok: both('ok', 'ok'),
    warn: both('warn', 'aviso'),
    fail: both('FAIL', 'FALHA'),
    skip: both('skip', 'pulada'),
  },
  checking: both('checking: {names}', 'verificando: {names}'),
  passed: both(
    (warnings: number) => `no check failed${warnings === 0 ? '' : `; ${warnings} ${plural(warnings, 'warning', 'warnings')}`}`,
    warnings => `nenhuma verificação falhou${warnings === 0 ? '' : `; ${warnings} ${plural(warnings, 'aviso', 'avisos')}`}`,
  ),
  failed: both(
    (names: readonly string[]) => `${names.length} ${plural(names.length, 'check', 'checks')} failed: ${names.join(', ')}`,
    names => `${names.length} ${plural(names.length, 'verificação falhou', 'verificações falharam')}: ${names.join(', ')}`,
  ),
  tooLong: both('no result within {seconds} s', 'nenhum resultado em {seconds} s'),
  tryAgain: both('run it again; --debug shows what it waits for', 'execute de novo; --debug mostra o que ele está esperando'),

  room: both('{free} free', '{free} livres'),
  free: both('the disk of {path} has only {free} free', 'o disco de {path} tem só {free} livres'),
  freeSpace: both('free some space on that disk', 'libere espaço nesse disco'),
  notThereYet: both("{path} isn't there yet: pixctl makes it when it needs it", '{path} ainda não existe: o pixctl vai criá-la quando precisar'),
  noFolder: both('{path} is not a folder', '{path} não é uma pasta'),
  notWritable: both("{path} can't be written ({code})", 'não é possível gravar em {path} ({code})'),
  checkFolder: both('check the disk and the permissions of that folder', 'confira o disco e as permissões dessa pasta'),
  otherFolder: (kind: 'config' | 'data' | 'cache') => both(`or choose another folder with PIXCTL_${kind.toUpperCase()}_DIR`, `ou escolha outra pasta com PIXCTL_${kind.toUpperCase()}_DIR`),
  open: both('other users can look into {path} (mode {mode})', 'outros usuários podem ver {path} (modo {mode})'),

  keychainAnswers: both('it answers', 'responde'),
  keychainHasNot: both("it didn't return the {secret}: it is locked, or the secret was removed from it", 'ele não devolveu o segredo ({secret}): está bloqueado, ou o segredo foi removido dele'),
  keychainNotNeeded: both('no secret of this profile is kept in it', 'nenhum segredo deste perfil está guardado nele'),
  unlockOrLogIn: both('unlock the keychain, or log in again', 'desbloqueie o chaveiro, ou faça login de novo'),

  nothingKept: both('nothing is kept yet', 'ainda não há nada guardado'),
  stateWhole: both(
    (count: number, size: string) => `${count} ${plural(count, 'file is', 'files are')} whole, ${size}`,
    (count, size) => `${count} ${plural(count, 'arquivo íntegro', 'arquivos íntegros')}, ${size}`,
  ),
  newerFile: both('{file} was written by a newer pixctl (version {version}, and this one knows {newest})', '{file} foi gravado por um pixctl mais novo (versão {version}, e este conhece até {newest})'),
  updatePixctl: both('update pixctl', 'atualize o pixctl'),
  emptyFile: both('{file} is empty: its content is lost', '{file} está vazio: o conteúdo foi perdido'),
  otherThanFile: both("{file} can't be used: {what}", 'não é possível usar {file}: {what}'),
  damagedFile: both('{file} is damaged ({why})', '{file} está corrompido ({why})'),
  unreadableFile: both("{file} can't be read ({why})", 'não é possível ler {file} ({why})'),
  restoreOrMove: both('restore it from a backup, or move it away to start without its creations and events', 'restaure de um backup, ou tire-o de lá para começar sem as cobranças e os eventos dele'),
  restoreOrForget: both('move it away to start without the refused deliveries that it keeps for the inspector', 'tire-o de lá para começar sem as entregas recusadas que ele guarda para o inspetor'),
  restoreOrSync: both('restore it from a backup, or move it away and read again what the service still lists', 'restaure de um backup, ou tire-o de lá e leia de novo o que o serviço ainda lista'),

  profile: both(
    (name: string, secrets: readonly string[]) => `${name}, with ${secrets.length === 0 ? 'no stored secret' : secrets.join(', ')}`,
    (name, secrets) => `${name}, ${secrets.length === 0 ? 'sem segredos guardados' : `com ${secrets.join(', ')}`}`,
  ),
  noProfile: both('there is no profile "{name}" yet', 'ainda não há o perfil "{name}"'),
  toLogIn: both('to log in', 'para entrar'),
  orTry: both('or try pixctl with a sandbox', 'ou experimente o pixctl com um sandbox'),

  noBaseUrl: both('there is no base URL yet', 'ainda não há URL base'),
  answers: both('{url} answers ({ms} ms)', '{url} responde ({ms} ms)'),
  noAnswer: both('the base URL gives no answer', 'a URL base não responde'),
  noDate: both("the service's answers have no Date", 'as respostas do serviço não têm o cabeçalho Date'),
  clockRight: both("it differs from the service's by no more than {seconds} s", 'diferença de até {seconds} s para o relógio do serviço'),
  clockOff: both(
    (span: string, isAhead: boolean) => `it is ${span} ${isAhead ? 'ahead of' : 'behind'} the service's: the times that pixctl shows, and where a day begins, are off by that`,
    (span, isAhead) => `está ${span} ${isAhead ? 'adiantado' : 'atrasado'} em relação ao do serviço: os horários que o pixctl mostra e o começo de cada dia têm essa diferença`,
  ),
  setClock: both('set the clock of this machine, best by the network (automatic time, NTP)', 'acerte o relógio deste computador, de preferência pela rede (hora automática, NTP)'),
  mayDo: both('the service accepts it: {permissions}', 'o serviço a aceita: {permissions}'),
  mayNothing: both('the service accepts it, but it has no permission', 'o serviço a aceita, mas ela não tem permissões'),
  newKey: both('make a key with permissions in the dashboard', 'crie uma chave com permissões no painel'),

  noRealtime: both(
    'there is no realtime URL: without it charges watch and charge wait see a payment within 5 s, and not at once; events tail needs it',
    'não há URL do canal em tempo real: sem ela, charges watch e charge wait mostram um pagamento em até 5 s, e não na hora; events tail precisa dela',
  ),
  toSetUp: both('to set it up with its token', 'para configurar com o token'),
  tokenAccepted: both('{host} accepts the token', '{host} aceita o token'),
  noProxy: both('HTTPS_PROXY is not set', 'HTTPS_PROXY não está definida'),
  proxyUsed: both('{proxy} is used for {hosts}', '{proxy} é usado para {hosts}'),
  proxyUnused: both('{proxy} is set, and not used for this profile', '{proxy} está definido, mas não é usado para este perfil'),
  inboxHere: both('it is on this machine: see state', 'fica neste computador: veja os dados salvos'),
  inbox: both('{name}, version {version} of the schema, with all rights', '{name}, versão {version} do esquema, com todas as permissões'),

  noWebhooks: both('no delivery has come here yet', 'ainda não chegou nenhuma entrega'),
  webhooksUnreadable: both("the inbox can't be read: another check says why", 'não é possível ler a caixa de entrada: outra verificação diz por quê'),
  refusedInDay: both(
    (count: number, isAll: boolean, reason: string) => `${isAll ? '' : 'at least '}${count} refused in the last day, most often: ${reason}`,
    (count, isAll, reason) => `${isAll ? '' : 'pelo menos '}${count} ${plural(count, 'recusada', 'recusadas')} no último dia, motivo mais comum: ${reason}`,
  ),
  seeWhyRefused: both('see why each was refused', 'veja por que cada uma foi recusada'),
  pendingFor: both(
    (count: number, age: string) => `${count} pending, the oldest for ${age}`,
    (count, age) => `${count} ${plural(count, 'pendente', 'pendentes')}, o mais antigo há ${age}`,
  ),
  seeLastAnswers: both('see what the target answers', 'veja o que o destino responde'),
  sendPending: both('send what is pending', 'envie o que está pendente'),
  parkedNow: both('{count} parked', '{count} em espera'),
  sendParked: both('then send what is parked', 'depois, envie o que está em espera'),
  nothingWaits: both('none refused in the last day, none pending, none parked', 'nenhuma recusada no último dia, nada pendente, nada em espera'),
  /** `to` is empty for one that sends what is pending once. */
  isForwarding: both(
    (to: string) => `a pixctl of this profile forwards now${to === '' ? '' : ` to ${to}`}`,
    to => `um pixctl deste perfil encaminha agora${to === '' ? '' : ` para ${to}`}`,
  ),
  nobodyForwards: both('no pixctl of this profile forwards now (a listener without --forward-to would not be seen)', 'nenhum pixctl deste perfil encaminha agora (um listen sem --forward-to não apareceria)'),
}
