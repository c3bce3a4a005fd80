import { both, plural } from '#lib/language.ts'

export const texts = {
  summary: both(
    'check a signature and explain a mismatch',
    'verifica uma assinatura e explica por que não confere',
  ),
  description: both(
    'Exit 0 if the signature is valid, 10 if not. The body is read as raw bytes, from standard input or a file.',
    'Código de saída 0 se a assinatura é válida, 10 se não é. O corpo é lido em bytes, da entrada padrão ou de um arquivo.',
  ),
  signatureFlag: both('the X-Service-Signature header', 'o cabeçalho X-Service-Signature'),
  headersFlag: both(
    'read the signature from a file of header lines or JSON, instead of --signature',
    'lê a assinatura de um arquivo com cabeçalhos, em linhas ou em JSON, em vez de --signature',
  ),
  bodyFlag: both('the raw body; - is standard input', 'o corpo como chegou; - é a entrada padrão'),
  toleranceFlag: both(
    'how many seconds the signature may be before or after now',
    'a maior diferença, em segundos, entre a hora da assinatura e a atual',
  ),
  atFlag: both(
    'verify as if it were this time, instead of now: {form}',
    'verifica como se fosse este horário, em vez de agora: {form}',
  ),
  isValid: both('the signature is valid', 'a assinatura é válida'),
  signatureMissing: both('the signature to verify is missing', 'falta a assinatura a verificar'),
  giveSignature: both(
    "give the header X-Service-Signature with --signature 't=…,v1=…'",
    "passe o cabeçalho X-Service-Signature com --signature 't=…,v1=…'",
  ),
  giveHeaders: both(
    'or a file that has it among other headers with --headers FILE',
    'ou, com --headers ARQUIVO, um arquivo que o tenha entre outros cabeçalhos',
  ),
  bodyHelp: both(
    '--body takes the file with the raw body, or - for standard input',
    '--body aceita o arquivo com o corpo como chegou, ou - para a entrada padrão',
  ),
  bodyMissing: both('the body is missing', 'falta o corpo'),
  giveBody: both(
    'give its file with --body FILE, or pipe it in: … < body.json',
    'passe o arquivo com --body ARQUIVO, ou pela entrada padrão: … < body.json',
  ),
  readingTerminal: both(
    'reading the body from the terminal; Ctrl-D at the start of a line ends it',
    'lendo o corpo do terminal; Ctrl-D no começo de uma linha termina',
  ),
  stdinUnreadable: both(
    'standard input could not be read ({why})',
    'não foi possível ler a entrada padrão ({why})',
  ),
  headersHelp: both(
    '--headers takes a file of header lines, or of JSON: an object or a list of headers',
    '--headers aceita um arquivo com linhas de cabeçalho, ou JSON: um objeto ou uma lista de cabeçalhos',
  ),
  headersNotJson: both(
    'the --headers file begins with { but is not valid JSON',
    'o arquivo de --headers começa com { mas não é um JSON válido',
  ),
  correctHeaders: both(
    'correct it, or write one header per line: Name: value',
    'corrija, ou escreva um cabeçalho por linha: Nome: valor',
  ),

  signed: both('Signed', 'Assinada'),
  body: both('Body', 'Corpo'),
  secrets: both('Secrets', 'Segredos'),
  verdict: both('Verdict', 'Resultado'),
  hints: both('Hints', 'Pistas'),
  timestamp: both('Timestamp', 'Timestamp'),
  signatures: both('Signatures', 'Assinaturas'),
  bytes: both(
    (count: number) => `${count} ${plural(count, 'byte', 'bytes')}`,
    count => `${count} ${plural(count, 'byte', 'bytes')}`,
  ),
  tried: both(
    (count: number) => `${count} tried`,
    count => `${count} ${plural(count, 'testado', 'testados')}`,
  ),
  valid: both('valid', 'válida'),
  notValid: both('not valid: {reason}', 'inválida: {reason}'),
  withV1: both('{count} with v1', '{count} com v1'),
  ignored: both(', ignored: {names}', ', ignorados: {names}'),
  /** The time of --at, after "before" or "after". */
  thatTime: both('that time', '--at'),

  noSignature: both(
    'there is no signature: X-Service-Signature is missing or empty',
    'não há assinatura: X-Service-Signature está ausente ou vazio',
  ),
  checkProxy: both(
    'check whether a proxy removes the header; answer such a delivery with 401',
    'confira se um proxy remove o cabeçalho; responda 401 a uma entrega assim',
  ),
  malformed: both(
    'the signature header is malformed: {problem}',
    'o cabeçalho da assinatura está malformado: {problem}',
  ),
  format: both(
    'the format is t=<timestamp>,v1=<64 hexadecimal digits>',
    'o formato é t=<timestamp>,v1=<64 dígitos hexadecimais>',
  ),
  tooFar: both(
    'the signature matches, but its time is too far from now',
    'a assinatura confere, mas o horário dela está longe demais do atual',
  ),
  signedAt: both('signed {age}', 'assinada {age}'),
  alsoSignedAt: both('also, it was signed {age}', 'além disso, foi assinada {age}'),
  checkClocks: both(
    'check that the clocks of both machines are right (NTP)',
    'confira se os relógios dos dois computadores estão certos (NTP)',
  ),
  forOlder: both(
    'for an older delivery, use --at TIME (when it arrived) or --tolerance',
    'para uma entrega mais antiga, use --at DATA (quando chegou) ou --tolerance',
  ),
  mismatchCause: both("the signature doesn't match. Cause:", 'a assinatura não confere. Causa:'),
  mismatch: both(
    (secrets: number | null) =>
      `the signature doesn't match this body with ${secrets === 1 ? 'the secret' : `any of the ${secrets} secrets`}`,
    secrets =>
      `a assinatura deste corpo não confere com ${secrets === 1 ? 'o segredo' : `nenhum dos ${secrets} segredos`}`,
  ),
  bodyEmpty: both(
    'the body is empty: is that what you received?',
    'o corpo está vazio: foi isso que você recebeu?',
  ),
  compareSecret: both(
    "the secret may be old or another endpoint's: compare it with the dashboard",
    'o segredo pode ser antigo ou de outro endpoint: compare com o do painel',
  ),
  bodyChanged: both(
    'or the body has changed: save the raw bytes as received, and verify those',
    'ou o corpo mudou: salve os bytes como chegaram e verifique esses bytes',
  ),
  tooLarge: both(
    'the body was too large to try all the usual changes',
    'o corpo era grande demais para testar todas as mudanças comuns',
  ),
}
