import type { Category } from '../../shared/failure.ts'
import { both } from '../../shared/language.ts'

interface Size {
  columns: number
  rows: number
}

export const texts = {
  /** What the exit code of each category means. */
  exitCodes: {
    fault: both(
      'pixctl or this machine failed, for example the disk is full or saved data cannot be read; `doctor`: a check failed',
      'o pixctl ou este computador falhou; por exemplo, o disco está cheio ou os dados salvos não podem ser lidos; `doctor`: uma verificação falhou',
    ),
    usage: both(
      'wrong usage: pixctl or the service (400, 405, 413) does not accept a flag, argument or value; or a port is in use',
      'uso incorreto: o pixctl ou o serviço (400, 405, 413) não aceita uma opção, um argumento ou um valor; ou uma porta está em uso',
    ),
    unauthenticated: both(
      'not authenticated: no secret, a key (401) or token was refused, or the keychain cannot be read',
      'não autenticado: falta o segredo, a chave (401) ou o token foi recusado, ou o chaveiro do sistema não pode ser lido',
    ),
    forbidden: both('forbidden (403)', 'sem permissão (403)'),
    not_found: both(
      'not found (404), or an unknown delivery',
      'não encontrado (404), ou entrega desconhecida',
    ),
    conflict: both('conflict (409)', 'conflito (409)'),
    rate_limited: both(
      'rate limited (429) for longer than `--timeout` allows',
      'limite de requisições (429) por mais tempo do que `--timeout` permite',
    ),
    service: both(
      'the service failed (500, 502, 503 after all retries) or its answer was not valid; or a delivery was sent once and the answer was not 2xx',
      'o serviço falhou (500, 502, 503 depois de todas as tentativas) ou a resposta dele não era válida; ou uma entrega foi enviada uma vez e a resposta não foi 2xx',
    ),
    network: both(
      'network failure or time-out; for `charge create` and `charge recover`, also when it is unknown whether the charge was created',
      'falha de rede ou tempo esgotado; em `charge create` e `charge recover`, também quando não se sabe se a cobrança foi criada',
    ),
    not_valid: both(
      '`webhook verify`: the signature is not valid; `webhook check`: a check failed',
      '`webhook verify`: a assinatura não é válida; `webhook check`: uma verificação falhou',
    ),
    not_as_expected: both(
      '`charge wait`: the charge ended unpaid (EXPIRED, FAILED); `charge confirm`: the charge is not as expected; `reconcile`: there are differences',
      '`charge wait`: a cobrança terminou sem pagamento (EXPIRED, FAILED); `charge confirm`: a cobrança não é a esperada; `reconcile`: há diferenças',
    ),
    still_unpaid: both(
      '`charge wait`: the charge was still unpaid when the time ran out',
      '`charge wait`: a cobrança ainda não estava paga quando o tempo acabou',
    ),
    interrupted: both('interrupted (Ctrl-C)', 'interrompido (Ctrl-C)'),
    terminated: both('terminated (SIGTERM, SIGHUP)', 'encerrado (SIGTERM, SIGHUP)'),
  } satisfies Record<Category, () => string>,
  error: both('error:', 'erro:'),
  warning: both('warning:', 'aviso:'),
  noDisplay: both('there is no display here', 'não há tela aqui'),
  noAddress: both('there is no address for it', 'não há endereço para ela'),
  copy: both(
    "put the Pix code on the terminal's clipboard (OSC 52)",
    'põe o Pix copia e cola na área de transferência do terminal (OSC 52)',
  ),
  copyNeedsTerminal: both(
    '--copy needs a terminal on stdout or stderr, and not one of TERM=dumb',
    '--copy precisa de um terminal no stdout ou no stderr, e não de um com TERM=dumb',
  ),
  leaveCopyOut: both(
    'leave --copy out: the Pix code is in the output, or with -q in that of charges get',
    'não use --copy: o Pix copia e cola está na saída ou, com -q, na saída de charges get',
  ),
  notCopied: both(
    'the Pix code was not copied: it has control characters, or is too long',
    'o Pix copia e cola não foi copiado: tem caracteres de controle ou é longo demais',
  ),
  copied: both(
    "Pix code sent to the terminal's clipboard (not every terminal accepts it)",
    'Pix copia e cola enviado para a área de transferência do terminal (nem todo terminal aceita)',
  ),
  qr: both(
    'where to put the QR code: terminal, open (a picture in the viewer of this machine), none, or a file ending in .png or .svg',
    'onde mostrar o QR Code: terminal, open (uma imagem no visualizador desta máquina), none (nenhum) ou um arquivo terminado em .png ou .svg',
  ),
  someQr: both(
    'terminal, open, none, or a file ending in .png or .svg',
    'terminal, open, none ou um arquivo terminado em .png ou .svg',
  ),
  qrFolder: both(
    (file: string) => `--qr can't write ${file}: its folder doesn't exist or isn't writable`,
    file => `--qr não consegue gravar ${file}: a pasta não existe ou não permite gravação`,
  ),
  makeFolder: both('create the folder first, or choose another', 'crie a pasta antes ou escolha outra'),
  noPixCodeYet: both(
    'the charge has no Pix code yet; to read it later',
    'a cobrança ainda não tem Pix copia e cola; para ver mais tarde',
  ),
  tooLong: both(
    (bytes: number, most: number) =>
      `the Pix code is too long for a QR code (${bytes} bytes; the most is ${most})`,
    (bytes, most) => `o Pix copia e cola é longo demais para um QR Code (${bytes} bytes; o máximo é ${most})`,
  ),
  onlyCopy: both(
    (why: string) => `${why}: the customer can only copy it`,
    why => `${why}: o cliente só pode copiar e colar`,
  ),
  smallWindow: both(
    (needed: Size, window: Size) =>
      `the QR code needs ${needed.columns} columns and ${needed.rows} rows; this window has ${window.columns} and ${window.rows}`,
    (needed, window) =>
      `o QR Code precisa de ${needed.columns} colunas e ${needed.rows} linhas; esta janela tem ${window.columns} e ${window.rows}`,
  ),
  enlarge: both('enlarge it, then', 'aumente a janela e execute'),
  orOpen: both('or open a picture', 'ou abra uma imagem'),
  orSave: both('or save it', 'ou salve a imagem'),
  orCopy: both('or copy the Pix code', 'ou copie o Pix copia e cola'),
  notWritten: both(
    (why: string, file: string) => `${why}, so ${file} was not written`,
    (why, file) => `${why}, por isso ${file} não foi gravado`,
  ),
  customerCopies: both('the customer can copy the Pix code', 'o cliente pode usar o Pix copia e cola'),
  qrNotWritten: both(
    (id: string, file: string, why: string) =>
      `the QR code of charge ${id} could not be written to ${file} (${why})`,
    (id, file, why) => `não foi possível gravar o QR Code da cobrança ${id} em ${file} (${why})`,
  ),
  tryQrAgain: both('the charge exists; to try again', 'a cobrança existe; para tentar de novo'),
  qrWritten: both(
    (file: string) => `QR code written to ${file}`,
    file => `QR Code gravado em ${file}`,
  ),
  noPicture: both(
    (why: string) => `no picture of the QR code could be written (${why})`,
    why => `não foi possível gravar a imagem do QR Code (${why})`,
  ),
  toSave: both('to save it', 'para salvar'),
  qrOpened: both(
    (file: string) => `QR code opened: ${file}`,
    file => `QR Code aberto: ${file}`,
  ),
  qrNotOpened: both(
    (why: string, file: string) => `the QR code could not be opened (${why}); it is in ${file}`,
    (why, file) => `não foi possível abrir o QR Code (${why}); ele está em ${file}`,
  ),
  saveElsewhere: both('to save it elsewhere', 'para salvar em outro lugar'),
}
