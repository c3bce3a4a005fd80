import { both } from '#lib/language.ts'

const rewritten = both(
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
    sender: rewritten,
  },
  unicode_escapes: {
    cause: both('characters were changed to or from \\u escapes after signing', 'caracteres viraram escapes \\u, ou o contrário, depois da assinatura'),
    change: rawBytes,
    sender: rewritten,
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

export const texts = {
  hints,
  triedBody: both('no change to encoding, line endings, byte order mark or JSON makes it match', 'nenhuma mudança de codificação, quebras de linha, BOM ou JSON faz a assinatura conferir'),
  triedSecret: both('nor does the secret without whsec_ or decoded, nor signing the body alone', 'nem o segredo sem whsec_ ou decodificado, nem assinar só o corpo'),
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
