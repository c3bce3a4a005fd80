import { both } from '#lib/language.ts'

const signedText = both('Sign `<timestamp>.<raw body>`, with the timestamp as it is in the header.', 'Assine `<timestamp>.<corpo bruto>`, com o timestamp como está no cabeçalho.')
const bytesThatCame = both('Verify the bytes that came, before any JSON parser, and parse them afterwards.', 'Verifique os bytes como chegaram, antes de interpretar o JSON, e só depois interprete.')
const parsedBefore = both(
  'The body was parsed before. Verify the bytes that came, before any JSON parser, and parse them afterwards.',
  'O corpo já tinha sido interpretado. Verifique os bytes como chegaram, antes de interpretar o JSON, e só depois interprete.',
)
const notSet = both(
  'The secret is not set where it runs, so anyone can sign: set it, and let the program refuse to start without it.',
  'O segredo não está definido onde ele roda, e por isso qualquer um pode assinar: defina o segredo, e faça o programa não iniciar sem ele.',
)
const twoParts = both(
  'The header is `t=<timestamp>,v1=<signature>`: take both parts out of it, and sign `<timestamp>.<raw body>`.',
  'O cabeçalho é `t=<timestamp>,v1=<assinatura>`: separe as duas partes e assine `<timestamp>.<corpo bruto>`.',
)

/** The right code for each part of a verification. */
const hmac = {
  node: "createHmac('sha256', secret).update(t + '.').update(body).digest('hex')",
  python: "hmac.new(secret.encode(), t.encode() + b'.' + body, hashlib.sha256).hexdigest()",
  php: "hash_hmac('sha256', $t . '.' . $body, $secret)",
  go: 'mac := hmac.New(sha256.New, []byte(secret)); mac.Write([]byte(t + ".")); mac.Write(body)',
  ruby: "OpenSSL::HMAC.hexdigest('SHA256', secret, t + '.' + body)",
}
const header = {
  node: 'const [, t, v1] = /^t=(\\d+),v1=([0-9a-f]{64})$/.exec(header) ?? []',
  python: "match = re.fullmatch(r't=(\\d+),v1=([0-9a-f]{64})', header)",
  php: "preg_match('/^t=(\\d+),v1=([0-9a-f]{64})$/D', $header, $match)",
  go: 'match := regexp.MustCompile(`^t=(\\d+),v1=([0-9a-f]{64})$`).FindStringSubmatch(header)',
  ruby: 'match = /\\At=(\\d+),v1=([0-9a-f]{64})\\z/.match(header)',
}
const time = {
  node: 'Math.abs(Date.now() / 1000 - Number(t)) <= 300',
  python: 'abs(time.time() - int(t)) <= 300',
  php: 'abs(time() - (int) $t) <= 300',
  go: 'seconds, err := strconv.ParseInt(t, 10, 64); age := time.Since(time.Unix(seconds, 0)).Abs()',
  ruby: '(Time.now.to_i - Integer(t, 10)).abs <= 300',
}
/** How the secret is read. */
const ownVariable = both('your variable, with its whsec_', 'a sua variável, com o whsec_')
const secretRead = {
  node: () => `const secret = process.env.WEBHOOK_SECRET // ${ownVariable()}`,
  python: () => `secret = os.environ['WEBHOOK_SECRET']  # ${ownVariable()}`,
  php: () => `$secret = getenv('WEBHOOK_SECRET'); // ${ownVariable()}`,
  go: () => `secret := os.Getenv("WEBHOOK_SECRET") // ${ownVariable()}`,
  ruby: () => `secret = ENV.fetch('WEBHOOK_SECRET') # ${ownVariable()}`,
}
/** The comment has a line of its own: in a file for docker --env-file it would be part of the value. */
const secretSet = both('# the variable that your program reads\nWEBHOOK_SECRET=whsec_…', '# a variável que o seu programa lê\nWEBHOOK_SECRET=whsec_…')
const trim = {
  node: 'secret.trim()',
  python: 'secret.strip()',
  php: 'trim($secret)',
  go: 'strings.TrimSpace(secret)',
  ruby: 'secret.strip',
}
/** How to get the bytes that came. */
const rawBody = {
  // Not express.raw() for the route: below app.use(express.json()) it does nothing.
  node: ['app.use(express.json({ verify: (req, _, body) => { req.rawBody = body } }))', "createHmac('sha256', secret).update(t + '.').update(req.rawBody ?? '')"].join('\n'),
  python: both('body = request.get_data()  # Flask; in Django: body = request.body', 'body = request.get_data()  # Flask; no Django: body = request.body'),
  php: "$body = file_get_contents('php://input');",
  go: both('body, err := io.ReadAll(r.Body)  // before any json.Decoder', 'body, err := io.ReadAll(r.Body)  // antes de qualquer json.Decoder'),
  ruby: both('body = request.body.read  # first of all, or after request.body.rewind; in Rails: request.raw_post', 'body = request.body.read  # antes de tudo, ou depois de request.body.rewind; no Rails: request.raw_post'),
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
  secret_line_feed: {
    made: both('with the secret and the line feed at its end', 'feita com o segredo e a quebra de linha no fim dele'),
    fix: both('Remove the white space around a secret that is read from a file.', 'Remova os espaços e as quebras de linha em volta de um segredo lido de um arquivo.'),
    code: trim,
  },
  secret_quotes: {
    made: both('with the secret in quotes', 'feita com o segredo entre aspas'),
    fix: both('The quotes are part of the value, for instance in a file for docker --env-file: leave them out.', 'As aspas fazem parte do valor, por exemplo em um arquivo para docker --env-file: tire as aspas.'),
    code: secretSet,
  },
  body_only: {
    made: both('over the body alone, without the timestamp', 'feita só sobre o corpo, sem o timestamp'),
    fix: signedText,
    code: hmac,
  },
  no_dot: {
    made: both('over the timestamp and the body without the dot between', 'feita sobre o timestamp e o corpo, sem o ponto entre eles'),
    fix: signedText,
    code: hmac,
  },
  milliseconds: {
    made: both('with a timestamp in milliseconds', 'feita com o timestamp em milissegundos'),
    fix: both('The timestamp is in seconds.', 'O timestamp é em segundos.'),
    code: time,
  },
  time_zone: {
    made: both('three hours from now', 'feita com três horas de diferença'),
    fix: both('It takes local time for UTC, or the reverse: compare the timestamp with the seconds since the epoch.', 'O endpoint confunde o horário local com UTC: compare o timestamp com os segundos desde 1970 em UTC (epoch).'),
    code: time,
  },
  tolerance: {
    made: both('with the time of this very second, and refuses one of four minutes ago', 'feita neste exato segundo, e recusa uma de quatro minutos atrás'),
    fix: both('A delivery may arrive minutes after it was signed: accept a timestamp up to five minutes from now.', 'Uma entrega pode chegar minutos depois de assinada: aceite um timestamp com até cinco minutos de diferença.'),
    code: time,
  },
  clock: {
    made: both('at the time of its own clock, which is minutes from that of this machine', 'feita no horário do relógio dele, que difere em minutos do relógio deste computador'),
    fix: both('Set the clock that is wrong.', 'Acerte o relógio que está errado.'),
    code: 'timedatectl set-ntp true',
  },
  base64_digest: {
    made: both('in base64', 'escrita em base64'),
    fix: both('v1 is written as 64 hexadecimal digits.', 'v1 é escrito com 64 dígitos hexadecimais.'),
    code: hmac,
  },
  capital_digits: {
    made: both('in capitals', 'escrita em maiúsculas'),
    fix: both('v1 is written in small letters: compare with the digest as it is, or compare the bytes.', 'v1 é escrito em minúsculas: compare com o resumo como ele é, ou compare os bytes.'),
    code: hmac,
  },
  hex_header: {
    made: both('of the body alone as the whole header', 'feita só do corpo, como o cabeçalho inteiro'),
    fix: twoParts,
    code: header,
  },
  sha256_header: {
    made: both('of the body alone in a header that begins with sha256=', 'feita só do corpo, em um cabeçalho que começa com sha256='),
    fix: twoParts,
    code: header,
  },
  object_as_text: {
    made: both('over the text [object Object] in place of the body', 'feita sobre o texto [object Object] no lugar do corpo'),
    fix: parsedBefore,
    code: rawBody,
  },
  empty_body: {
    made: both('over an empty body', 'feita sobre um corpo vazio'),
    fix: both('Something has read the body before: read the raw bytes first, and keep them.', 'Algo já leu o corpo antes: leia os bytes em primeiro lugar e guarde-os.'),
    code: rawBody,
  },
  bytes_as_text: {
    made: both("over b'…', the body as Python prints bytes", "feita sobre b'…', o corpo como o Python mostra bytes"),
    fix: both('Join bytes with bytes, not in an f-string.', 'Junte bytes com bytes, e não em uma f-string.'),
    code: hmac,
  },
  array_as_text: {
    made: both('over the word Array in place of the body', 'feita sobre a palavra Array no lugar do corpo'),
    fix: parsedBefore,
    code: rawBody,
  },
  trimmed_body: {
    made: both('over the body without the white space at its ends', 'feita sobre o corpo sem os espaços do começo e do fim'),
    fix: both('Verify the bytes that came, and trim nothing.', 'Verifique os bytes como chegaram, sem tirar nada.'),
    code: rawBody,
  },
  other_bytes: {
    made: both('over JSON that is written plainly, and refuses one over JSON with other spaces and escapes', 'feita sobre um JSON escrito de forma simples, e recusa uma sobre um JSON com outros espaços e escapes'),
    fix: bytesThatCame,
    code: rawBody,
  },
  latin1_body: {
    made: both('over the body read as Latin-1', 'feita sobre o corpo lido como Latin-1'),
    fix: both('Verify the bytes that came, and decode them as UTF-8 afterwards.', 'Verifique os bytes como chegaram e só depois decodifique como UTF-8.'),
    code: rawBody,
  },
}

/** What writes JSON, where that is more than the name of a function. */
const writers = {
  dumpsOfFlask: both('json.dumps(…, sort_keys=True), as Flask does it', 'json.dumps(…, sort_keys=True), como o Flask faz,'),
  marshalOfMap: both('json.Marshal of a map', 'json.Marshal de um map'),
  marshalOfStruct: both('json.Marshal of a struct', 'json.Marshal de uma struct'),
  toJsonOfRails: both('to_json of Rails', 'to_json do Rails'),
}

export const texts = {
  mistakes,
  rawBody,
  writers,
  bytesThatCame,
  accepts: both(
    (made: readonly string[]) => `It accepts a signature ${made.join('. That signature is also ')}.`,
    made => `O endpoint aceita uma assinatura ${made.join('. Essa assinatura também é ')}.`,
  ),
  writtenAgain: both(
    (by: readonly string[]) => `over the JSON as ${by.join(' or ')} writes it again`,
    by => `feita sobre o JSON como ${by.join(' ou ')} o escreve de novo`,
  ),
}
