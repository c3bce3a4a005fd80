import { both } from '#lib/language.ts'

/** A sandbox or a store that is new. */
export type New = 'sandbox' | 'store'

const este = (what: New) => (what === 'sandbox' ? 'este sandbox é novo' : 'esta loja é nova')

export const texts = {
  summary: both('run a copy of the service on this machine', 'executa uma cópia do serviço neste computador'),
  description: both('Runs until you stop it, and writes the profile sandbox, so that pixctl -p sandbox uses it.', 'Fica em execução até você encerrar, e grava o perfil sandbox, para usar com pixctl -p sandbox.'),
  port: both('the port to listen on, 0 for any free one', 'a porta em que escuta; 0 para qualquer uma livre'),
  host: both('the address to listen on; one that other machines reach needs --allow-remote', 'o endereço em que escuta; um que outros computadores podem acessar exige --allow-remote'),
  dashboardPort: both(
    "the dashboard's port, 0 for any free one; by default that of --port plus 1 if it is free, otherwise any",
    'a porta do painel; 0 para qualquer uma livre; por padrão, a de --port mais 1 se estiver livre; senão, qualquer uma',
  ),
  dashboardHost: both("the dashboard's address, if it isn't for this machine only; needs --allow-remote", 'o endereço do painel, se não for só para este computador; exige --allow-remote'),
  allowRemote: both(
    'let other machines use what --host and --dashboard-host open, and take http:// webhook endpoints on them',
    'permite que outros computadores usem o que --host e --dashboard-host abrem, e aceita endpoints de webhook http:// neles',
  ),
  exitWithStdin: both('end when standard input ends: when the program that started it closes it, or dies', 'encerra quando a entrada padrão termina: quando o programa que iniciou o sandbox fecha a entrada, ou morre'),
  open: both('open the dashboard in the browser', 'abre o painel no navegador'),
  data: both("the folder for its data; in pixctl's data folder by default", 'a pasta dos dados; por padrão, na pasta de dados do pixctl'),
  rateLimit: both('calls per minute for each key, or off', 'chamadas por minuto para cada chave, ou off'),

  // Where it listens.
  remoteApi: both('other machines can reach the API and the realtime channel at {host}, without encryption', 'outros computadores podem acessar a API e o canal em tempo real em {host}, sem criptografia'),
  remoteDashboard: both('other machines can reach the dashboard at {host}, without encryption', 'outros computadores podem acessar o painel em {host}, sem criptografia'),
  wouldLetOthers: both('{flag} {host} would let other machines use the sandbox', '{flag} {host} deixaria outros computadores usarem o sandbox'),
  ifWanted: both('if that is what you want, add --allow-remote: everything is sent without encryption', 'se é isso que você quer, acrescente --allow-remote: tudo é enviado sem criptografia'),

  // What the environment gives it.
  badSecret: both('{name} is not valid for a sandbox', '{name} não é válido para um sandbox'),
  someSecret: both('it is {prefix} and then 8 to 200 letters, digits, _ or -', 'deve ser {prefix} e, em seguida, de 8 a 200 letras, dígitos, _ ou -'),
  secretWithoutUrl: both('{name} is the secret of no webhook', '{name} não é o segredo de nenhum webhook'),
  setToo: both('set {name} too', 'defina {name} também'),
  bothSet: both('{name} is set, and the same with _FILE too', '{name} está definida, e a mesma com _FILE também'),
  unsetOne: both('unset one of them', 'remova uma delas'),
  fileHolds: both('the file holds the value of {name} alone', 'o arquivo contém só o valor de {name}'),
  badWebhook: both('the webhook of PIXCTL_SANDBOX_WEBHOOK_URL is not valid: {problem}', 'o webhook de PIXCTL_SANDBOX_WEBHOOK_URL não é válido: {problem}'),
  giveOther: both('set PIXCTL_SANDBOX_API_KEY to another key', 'defina PIXCTL_SANDBOX_API_KEY com outra chave'),
  giveWebhook: both('give the address to which the sandbox sends events', 'informe o endereço para onde o sandbox envia os eventos'),

  // Its profiles.
  runsAlready: both('the sandbox of the profile "{profile}" is running at {url}', 'o sandbox do perfil "{profile}" está em execução em {url}'),
  ownName: both('to run another one beside it, give it a profile of its own', 'para executar outro ao mesmo tempo, use um perfil só dele'),
  ownFolder: both('a test can have its own PIXCTL_CONFIG_DIR instead', 'um teste pode ter o seu próprio PIXCTL_CONFIG_DIR'),
  ofRealStore: both('the profile "{profile}" belongs to a store, not to a sandbox', 'o perfil "{profile}" é de uma loja, e não de um sandbox'),
  otherName: both('choose another name', 'escolha outro nome'),
  ofAddedStore: both('the profile "{profile}" belongs to a store of the sandbox "{sandbox}"', 'o perfil "{profile}" é de uma loja do sandbox "{sandbox}"'),
  ofOtherSandbox: both('the profile "{profile}" belongs to another sandbox', 'o perfil "{profile}" é de outro sandbox'),
  startThatOne: both('start that one', 'inicie esse'),
  notWritten: both("the profile {profile} couldn't be written: {problem}", 'não foi possível gravar o perfil {profile}: {problem}'),
  tailStartsOver: both(
    (url: string, what: New) => `events tail starts over at ${url}, because this ${what} is new`,
    (url, what) => `events tail recomeça do início em ${url}, porque ${este(what)}`,
  ),
  sharedKeepsCursor: both(
    (url: string, what: New) => `this ${what} is new, but a shared inbox keeps where events tail stopped at ${url}; to start over there`,
    (url, what) => `${este(what)}, mas uma caixa de entrada compartilhada guarda onde events tail parou em ${url}; para recomeçar lá`,
  ),
  syncStartsOver: both(
    (url: string, what: New) => `charges sync starts over at ${url}, because this ${what} is new`,
    (url, what) => `charges sync recomeça do início em ${url}, porque ${este(what)}`,
  ),

  // Running.
  service: both('Service', 'Serviço'),
  realtime: both('Realtime', 'Tempo real'),
  dashboard: both('Dashboard', 'Painel'),
  dataLabel: both('Data', 'Dados'),
  inMemory: both('in memory, deleted when this stops', 'na memória, apagados quando o sandbox parar'),
  openYourself: both('no browser could be opened ({problem}): open the dashboard yourself', 'não foi possível abrir um navegador ({problem}): abra o painel você mesmo'),
  inOtherTerminal: both('SANDBOX, profile {profile}; in another terminal:', 'SANDBOX, perfil {profile}; em outro terminal:'),
  refused: both('{url} answered {status}; to see why', '{url} respondeu {status}; para ver o motivo'),
  inputEnded: both('standard input ended, so the sandbox ends (--exit-with-stdin)', 'a entrada padrão terminou, então o sandbox encerra (--exit-with-stdin)'),
  pressCtrlC: both('press Ctrl-C to stop', 'pressione Ctrl-C para parar'),
  otherData: both('to run another one, choose other data with --data', 'para executar outro, escolha outros dados com --data'),
  otherFolder: both('choose another folder with --data, or none with --data :memory:', 'escolha outra pasta com --data, ou nenhuma com --data :memory:'),
}
