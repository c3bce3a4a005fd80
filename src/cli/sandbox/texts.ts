import { both } from '#lib/language.ts'

/** What the commands that control a sandbox say. */
export const texts = {
  startOne: both('start one with', 'inicie um com'),

  // What the sandbox answers.
  /** `english` is the sandbox's own text. */
  refused: both(
    (english: string, _code: string) => english,
    (english, code) => (Object.hasOwn(REFUSALS, code) ? REFUSALS[code]! : english),
  ),
  makeRoom: both('make room there, then try again', 'libere espaço no disco e tente de novo'),
  noSandbox: both('no sandbox answers at {url}: {problem}', 'nenhum sandbox responde em {url}: {problem}'),
  otherServer: both('the server at {url} is not a sandbox', 'o servidor em {url} não é um sandbox'),
  otherAddress: both('set PIXCTL_BASE_URL and PIXCTL_API_KEY to those of a sandbox, or unset them', 'defina PIXCTL_BASE_URL e PIXCTL_API_KEY com os de um sandbox, ou remova as duas'),
  otherKey: both('set PIXCTL_BASE_URL, and PIXCTL_API_KEY to another key of this store', 'defina PIXCTL_BASE_URL, e PIXCTL_API_KEY com outra chave desta loja'),
  newKey: both('or start the sandbox again: if the key was revoked, it makes a new one', 'ou inicie o sandbox de novo: se a chave foi revogada, ele gera uma nova'),
  seeCharges: both('see the charges', 'veja as cobranças'),
  seeEnd: both('see how it ended', 'veja como ela terminou'),
  seeEndpoints: both('see the endpoints', 'veja os endpoints'),
  seeKeys: both('see the keys', 'veja as chaves'),
  seeStores: both('see the stores', 'veja as lojas'),
  otherName: both('choose another name; to see the stores', 'escolha outro nome; para ver as lojas'),
  seeFaults: both('see the faults', 'veja as falhas'),
  startWithDebug: both('start the sandbox with --debug to see why', 'inicie o sandbox com --debug para ver o motivo'),
  correctIt: both('correct this value', 'corrija este valor'),
  checkOutput: both('check the output of the sandbox', 'confira o que o sandbox mostrou no terminal'),
}

/** The usual refusals of the sandbox by their code. It answers in English. */
const REFUSALS: Readonly<Record<string, string>> = {
  payment_not_found: 'esta loja não tem essa cobrança',
  key_not_found: 'essa chave não existe',
  endpoint_not_found: 'esse endpoint de webhook não existe',
  fault_not_found: 'essa falha não existe',
  store_not_found: 'essa loja não existe',
  first_store: 'a primeira loja não pode ser removida',
  store_exists: 'já existe uma loja com esse nome',
  invalid_store_name: 'o nome de uma loja tem de 1 a 30 letras minúsculas, dígitos e hifens, e começa com letra ou dígito',
  invalid_url: 'a URL deve ser um endereço https, ou um endereço http deste computador (outro, só com --allow-remote no sandbox start), sem usuário, senha ou fragmento',
  state_conflict: 'a situação atual da cobrança não permite essa mudança',
  profile_in_use: 'o perfil que esta loja teria já está em uso',
  invalid_fault: 'o sandbox não aceita essa falha: confira --on, --status, --retry-after, --delay, --times, --rate, --charge, --type e --endpoint',
  invalid_events: 'o sandbox não aceita um destes tipos de evento',
  invalid_permissions: 'o sandbox não aceita uma destas permissões',
  invalid_count: 'o sandbox não aceita essa quantidade de cobranças',
  invalid_amount: 'o sandbox não aceita esse valor',
  invalid_expiry: 'uma chave expira depois de um número inteiro de segundos: de 1 segundo a dez anos',
  invalid_body: 'o sandbox não aceita estes dados',
  unauthorized: 'a chave de API não vale neste sandbox: está errada, foi revogada ou expirou',
  invalid_secret: 'um segredo é whsec_ e, em seguida, de 8 a 200 letras, dígitos, _ ou -',
  internal_error: 'erro interno',
  storage_full: 'não é possível agora: o disco está cheio',
}
