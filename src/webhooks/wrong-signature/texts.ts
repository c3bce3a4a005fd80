import { both } from '#lib/language.ts'

const changedOnTheWay = both(
  'Between signing and here the body was parsed and written again: by the sender itself, a proxy, a tunnel or a test tool. The bytes that are signed must be the bytes that are sent.',
  'Entre a assinatura e a chegada, o corpo foi interpretado e escrito de novo: por quem enviou, por um proxy, um túnel ou uma ferramenta de teste. Os bytes assinados precisam ser os bytes enviados.',
)

const rawBytes = [
  both('verify the bytes as received, before any JSON parser or decoder', 'verifique os bytes como chegaram, antes de interpretar o JSON ou decodificar'),
  'Express: express.raw() - Flask: request.get_data() - Laravel: getContent()',
]

/** Of each hint of `webhook verify`, in the order in which they are shown: the cause, what to change in lines that fit in 80 columns, and what the sender should do, in sentences. */
const hints = {
  trailing_newline: {
    cause: both('a line break at the end was added or lost after signing', 'uma quebra de linha no fim entrou ou se perdeu depois da assinatura'),
    change: [both('save and send the exact bytes: printf %s or curl --data-binary, not echo', 'salve e envie os bytes exatos: printf %s ou curl --data-binary, e não echo')],
    sender: both(
      'If you sent it by hand: echo adds a line break and curl -d @FILE drops it; curl --data-binary @FILE sends the bytes as they are.',
      'Se você enviou à mão: echo acrescenta uma quebra de linha e curl -d @ARQUIVO a remove; curl --data-binary @ARQUIVO envia os bytes como estão.',
    ),
  },
  line_endings: {
    cause: both('line endings were changed between LF and CRLF after signing', 'as quebras de linha foram trocadas entre LF e CRLF depois da assinatura'),
    change: [both('handle the body as bytes, never in text mode', 'trate o corpo como bytes, nunca em modo texto')],
    sender: both('Something on the way handled the body as text. If you sent it by hand, use curl --data-binary @FILE.', 'Algo no caminho tratou o corpo como texto. Se você enviou à mão, use curl --data-binary @ARQUIVO.'),
  },
  byte_order_mark: {
    cause: both('a byte order mark was added or lost after signing', 'um BOM (byte order mark) entrou ou se perdeu depois da assinatura'),
    change: [both('save the body as UTF-8 exactly as it came', 'salve o corpo em UTF-8 exatamente como chegou')],
    sender: both('The tool that sent it read the body from a file with a byte order mark. Save the file without it.', 'A ferramenta que enviou leu o corpo de um arquivo com BOM (byte order mark). Salve o arquivo sem ele.'),
  },
  reserialized_json: {
    cause: both('the JSON was parsed and written again after signing', 'o JSON foi interpretado e escrito de novo depois da assinatura'),
    change: rawBytes,
    sender: changedOnTheWay,
  },
  unicode_escapes: {
    cause: both('characters were changed to or from \\u escapes after signing', 'caracteres viraram escapes \\u, ou o contrário, depois da assinatura'),
    change: rawBytes,
    sender: changedOnTheWay,
  },
  secret_prefix: {
    cause: both('it was signed with the secret without its whsec_ prefix', 'foi assinado com o segredo sem o prefixo whsec_'),
    change: [both('sign with the whole secret, whsec_ included', 'assine com o segredo inteiro, com whsec_')],
    sender: both('The sender must sign with the whole secret, whsec_ included.', 'Quem envia deve assinar com o segredo inteiro, com whsec_.'),
  },
  secret_base64: {
    cause: both('it was signed with the text after whsec_ decoded from base64', 'foi assinado com o texto depois de whsec_ decodificado de base64'),
    change: [both('sign with the text of the secret, not decoded', 'assine com o texto do segredo, sem decodificar')],
    sender: both('The sender must sign with the text of the secret, without decoding it.', 'Quem envia deve assinar com o texto do segredo, sem decodificá-lo.'),
  },
  body_only: {
    cause: both('only the body was signed, without the timestamp', 'só o corpo foi assinado, sem o timestamp'),
    change: [both('sign <timestamp>.<raw body>, with the timestamp exactly as in t=', 'assine <timestamp>.<corpo bruto>, com o timestamp exatamente como em t=')],
    sender: both('The sender must sign the text <timestamp>.<raw body>, with the timestamp exactly as in t=.', 'Quem envia deve assinar o texto <timestamp>.<corpo bruto>, com o timestamp exatamente como em t=.'),
  },
}

const signedText = both('Sign `<timestamp>.<raw body>`, with the timestamp as it is in the header.', 'Assine `<timestamp>.<corpo bruto>`, com o timestamp como está no cabeçalho.')
const notSet = both(
  'The secret is not set where it runs, so anyone can sign: set it, and let the program refuse to start without it.',
  'O segredo não está definido onde ele roda, e por isso qualquer um pode assinar: defina o segredo, e faça o programa não iniciar sem ele.',
)

/** The right code for each part of a verification. */
const hmac = {
  node: "createHmac('sha256', secret).update(t + '.').update(body).digest('hex')",
  python: "hmac.new(secret.encode(), t.encode() + b'.' + body, hashlib.sha256).hexdigest()",
  php: "hash_hmac('sha256', $t . '.' . $body, $secret)",
  go: 'mac := hmac.New(sha256.New, []byte(secret)); mac.Write([]byte(t + ".")); mac.Write(body)',
  ruby: "OpenSSL::HMAC.hexdigest('SHA256', secret, t + '.' + body)",
}
/** How the secret is read. */
const ownVariable = both('your variable, with its whsec_', 'a sua variável, com o whsec_')
const secretRead = {
  node: () => `const secret = process.env.PIX_WEBHOOK_SECRET // ${ownVariable()}`,
  python: () => `secret = os.environ['PIX_WEBHOOK_SECRET']  # ${ownVariable()}`,
  php: () => `$secret = getenv('PIX_WEBHOOK_SECRET'); // ${ownVariable()}`,
  go: () => `secret := os.Getenv("PIX_WEBHOOK_SECRET") // ${ownVariable()}`,
  ruby: () => `secret = ENV.fetch('PIX_WEBHOOK_SECRET') # ${ownVariable()}`,
}
/** The comment has a line of its own: in a file for docker --env-file it would be part of the value. */
const secretSet = both('# the variable that your program reads\nPIX_WEBHOOK_SECRET=whsec_…', '# a variável que o seu programa lê\nPIX_WEBHOOK_SECRET=whsec_…')
/** How to get the bytes that came. */
const rawBody = {
  // Not express.raw() for the route: below app.use(express.json()) it does nothing.
  node: ['app.use(express.json({ verify: (req, _, body) => { req.rawBody = body } }))', "createHmac('sha256', secret).update(t + '.').update(req.rawBody ?? '')"].join('\n'),
  python: both('body = request.get_data()  # Flask; in Django: body = request.body', 'body = request.get_data()  # Flask; no Django: body = request.body'),
  php: "$body = file_get_contents('php://input');",
  go: both('body, err := io.ReadAll(r.Body)  // before any json.Decoder', 'body, err := io.ReadAll(r.Body)  // antes de qualquer json.Decoder'),
  ruby: both('body = request.body.read  # first of all, or after request.body.rewind; in Rails: request.raw_post', 'body = request.body.read  # antes de tudo, ou depois de request.body.rewind; no Rails: request.raw_post'),
}
/** What the mistakes with JSON have in common: `made` gets what may have written it. */
const rewritten = {
  made: both(
    (by: readonly string[]) => `over the JSON as ${by.join(' or ')} writes it again`,
    by => `feita sobre o JSON como ${by.join(' ou ')} o escreve de novo`,
  ),
  fix: both('Verify the bytes that came, before any JSON parser, and parse them afterwards.', 'Verifique os bytes como chegaram, antes de interpretar o JSON, e só depois interprete.'),
  code: rawBody,
}

/**
 * The mistakes of endpoints. `made` completes "It accepts a signature …" and "That signature is also …"; `fix` is what is right, in sentences; `code` is
 * the right code, by programming language unless it is the same for all.
 */
const mistakes = {
  secret_prefix: {
    made: both('with the secret without its whsec_', 'feita com o segredo sem whsec_'),
    fix: both('The key is the whole text, with whsec_.', 'A chave é o texto inteiro, com whsec_.'),
    code: secretRead,
  },
  secret_base64: {
    made: both('with the secret decoded from base64', 'feita com o segredo decodificado de base64'),
    fix: both('The key is the text itself, with whsec_, and is not decoded.', 'A chave é o próprio texto, com whsec_, sem decodificar.'),
    code: hmac,
  },
  secret_empty: { made: both('with an empty secret', 'feita com um segredo vazio'), fix: notSet, code: secretSet },
  secret_undefined: { made: both('with the text undefined in place of a secret', 'feita com o texto undefined no lugar do segredo'), fix: notSet, code: secretSet },
  secret_null: { made: both('with the text null in place of a secret', 'feita com o texto null no lugar do segredo'), fix: notSet, code: secretSet },
  secret_none: { made: both('with the text None in place of a secret', 'feita com o texto None no lugar do segredo'), fix: notSet, code: secretSet },
  body_only: {
    made: both('over the body alone, without the timestamp', 'feita só sobre o corpo, sem o timestamp'),
    fix: signedText,
    code: hmac,
  },
  capital_digits: {
    made: both('in capitals', 'escrita em maiúsculas'),
    fix: both('v1 is written in small letters: compare with the digest as it is, or compare the bytes.', 'v1 é escrito em minúsculas: compare com o resumo como ele é, ou compare os bytes.'),
    code: hmac,
  },
  json_stringify: rewritten,
  json_dumps: rewritten,
  json_encode: rewritten,
  json_marshal: rewritten,
}

/** What writes JSON, where that is more than the name of a function. */
const writers = {
  dumpsOfFlask: both('json.dumps(…, sort_keys=True), as Flask does it', 'json.dumps(…, sort_keys=True), como o Flask faz,'),
  marshalOfMap: both('json.Marshal of a map', 'json.Marshal de um map'),
  marshalOfStruct: both('json.Marshal of a struct', 'json.Marshal de uma struct'),
}

export const texts = {
  hints,
  mistakes,
  writers,
  accepts: both(
    (made: readonly string[]) => `It accepts a signature ${made.join('. That signature is also ')}.`,
    made => `O endpoint aceita uma assinatura ${made.join('. Essa assinatura também é ')}.`,
  ),
  tried: [
    both('no change to encoding, line endings, byte order mark or JSON makes it match', 'nenhuma mudança de codificação, quebras de linha, BOM ou JSON faz a assinatura conferir'),
    both('nor does the secret without whsec_ or decoded, nor signing the body alone', 'nem o segredo sem whsec_ ou decodificado, nem assinar só o corpo'),
  ],
  /** What is wrong with a signature header, by its kind; each completes "it is malformed: …" and "…, because …". */
  problems: {
    no_t: both('it has no t=', 'falta o t='),
    several_t: both('it has {count} t= parts, not one', 'há {count} partes t=, e não uma'),
    empty_t: both('t= is empty', 't= está vazio'),
    bad_t: both('t= is not a time', 't= não é um horário'),
    no_v1: both('it has no v1=', 'falta o v1='),
    not_hex: both('v1= contains more than hexadecimal digits', 'v1= tem mais do que dígitos hexadecimais'),
    v1_length: both('v1= has {count} characters, not 64', 'v1= tem {count} caracteres, e não 64'),
  },
}
