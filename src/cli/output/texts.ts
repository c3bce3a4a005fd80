import { both } from '#lib/language.ts'

export const texts = {
  error: both('error:', 'erro:'),
  warning: both('warning:', 'aviso:'),
  leftOut: both(
    'no room for {columns}: a wider window or --json shows them',
    'sem espaço para {columns}: aumente a janela ou use --json',
  ),
  diskFull: both(
    (message: string) => `the disk is full (${message})`,
    _message => 'o disco está cheio',
  ),
  freeSpace: both('free some space and run it again', 'libere espaço e execute de novo'),
  noDisplay: both('there is no display here', 'não há tela aqui'),
  noAddress: both('there is no address for it', 'não há endereço para ela'),
  copy: both("copy the Pix code to the terminal's clipboard", 'copia o Pix copia e cola pelo terminal'),
  copyNeedsTerminal: both(
    '--copy needs a terminal on stdout or stderr, and not one of TERM=dumb',
    '--copy precisa de um terminal, e não de um com TERM=dumb',
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
    'where the QR code goes: terminal, open (a viewer), none, or a .png or .svg file',
    'para onde vai o QR Code: terminal, open (abre a imagem), none (nenhum) ou um .png ou .svg',
  ),
  someQr: both(
    'terminal, open, none, or a file ending in .png or .svg',
    'terminal, open, none ou um arquivo terminado em .png ou .svg',
  ),
  qrFolder: both(
    "--qr can't write {file}: its folder doesn't exist or isn't writable",
    '--qr não consegue gravar {file}: a pasta não existe ou não permite gravação',
  ),
  makeFolder: both('create the folder first, or choose another', 'crie a pasta antes ou escolha outra'),
  noPixCodeYet: both(
    'the charge has no Pix code yet; to read it later',
    'a cobrança ainda não tem Pix copia e cola; para ver mais tarde',
  ),
  tooLong: both(
    'the Pix code is too long for a QR code ({bytes} bytes; the most is {most})',
    'o Pix copia e cola é longo demais para um QR Code ({bytes} bytes; o máximo é {most})',
  ),
  onlyCopy: both('{why}: the customer can only copy it', '{why}: o cliente só pode copiar e colar'),
  noBlocks: both(
    'this terminal may not show a QR code; to open it as a picture',
    'este terminal talvez não mostre o QR Code; para abrir como imagem',
  ),
  noRoom: both('no room for the QR code', 'o QR Code não cabe'),
  keys: both(
    'no room for the QR code: Enter opens it as a picture, c copies the Pix code',
    'o QR Code não cabe: Enter abre a imagem, c copia o Pix copia e cola',
  ),
  notWritten: both('{why}, so {file} was not written', '{why}, por isso {file} não foi gravado'),
  customerCopies: both('the customer can copy the Pix code', 'o cliente pode usar o Pix copia e cola'),
  qrNotWritten: both(
    'the QR code of charge {id} could not be written to {file} ({why})',
    'não foi possível gravar o QR Code da cobrança {id} em {file} ({why})',
  ),
  tryQrAgain: both('the charge exists; to try again', 'a cobrança existe; para tentar de novo'),
  qrWritten: both('QR code written to {file}', 'QR Code gravado em {file}'),
  noPicture: both(
    'no picture of the QR code could be written ({why})',
    'não foi possível gravar a imagem do QR Code ({why})',
  ),
  toSave: both('to save it', 'para salvar'),
  qrOpened: both('QR code opened: {file}', 'QR Code aberto: {file}'),
  qrNotOpened: both(
    'the QR code could not be opened ({why}); it is in {file}',
    'não foi possível abrir o QR Code ({why}); ele está em {file}',
  ),
  saveElsewhere: both('to save it elsewhere', 'para salvar em outro lugar'),
}
