import { both } from '#lib/language.ts'

export const texts = {
  summary: both('look at webhook deliveries in a browser', 'mostra as entregas de webhook no navegador'),
  description: both(
    'Shows saved and refused deliveries, says why one was refused, and sends one again. If a listener of the profile ' +
      'and the same inbox already shows them (webhook listen --inspect), it opens that page and ends. Otherwise it serves them until Ctrl-C.',
    'Mostra as entregas salvas e recusadas, diz por que uma foi recusada e reenvia. Se um webhook listen --inspect do perfil, ' +
      'com a mesma caixa de entrada, já as mostra, abre a página dele e termina. Senão, mostra até você pressionar Ctrl-C.',
  ),
  portFlag: both('the port to serve the page on, 0 for any free one', 'a porta da página, 0 para qualquer porta livre'),
  printFlag: both('only print the address, and open no browser', 'só mostra o endereço, sem abrir o navegador'),
  inboxAt: both('deliveries of the inbox at {address}', 'entregas da caixa de entrada em {address}'),
  inspectAt: both('inspect at', 'veja as entregas em'),
  toStop: both('press Ctrl-C to stop', 'pressione Ctrl-C para parar'),
  noBrowser: both('no browser could be opened ({problem}): open that address yourself', 'não foi possível abrir o navegador ({problem}): abra esse endereço você mesmo'),
}
