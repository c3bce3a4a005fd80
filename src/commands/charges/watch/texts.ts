import { both, plural } from '#lib/language.ts'

export const texts = {
  summary: both('follow the charges of the day', 'acompanha as cobranças do dia'),
  help: both(
    `On a terminal it is a screen: what was just paid, the charges that can still be paid with the time left, then the others, with the total of the day. Its keys: n creates a charge and shows its QR code, ↑ and ↓ choose one, Enter shows its QR code, v asks the service now and says PAID or NOT PAID, c copies its Pix code, / searches, b hides what came from a file, ? shows the keys, q quits.

In a pipe it prints a row for each charge as it is now, oldest first, and again each time it changes. With a WebSocket token, the realtime channel says when something happens; without one, the list is read every 5 s. It goes on until it is stopped, saves nothing and moves no cursor.`,
    `Num terminal, é uma tela: as que acabaram de ser pagas, as que ainda podem ser pagas, com o tempo que falta, e depois as outras, com o total do dia. As teclas: n cria uma cobrança e mostra o QR Code, ↑ e ↓ escolhem uma, Enter mostra o QR Code dela, v pergunta agora ao serviço e diz PAGA ou NÃO PAGA, c copia o Pix copia e cola, / procura, b esconde as que vieram de arquivo, ? mostra as teclas, q sai.

Quando a saída vai para outro programa (num pipe), mostra uma linha para cada cobrança como ela está agora, da mais antiga para a mais nova, e outra vez sempre que ela muda. Com um token do WebSocket, o canal em tempo real avisa quando algo acontece; sem ele, a lista é lida a cada 5 s. Continua até você encerrar, não grava nada e não muda a posição do events tail.`,
  ),
  json: both('a line for each charge as the service has it, and one each time it changes', 'uma linha para cada cobrança como está no serviço, e outra sempre que ela muda'),
  since: both('created or paid then or later: {form}', 'criadas ou pagas a partir de: {form}'),
  unfinished: both(
    (count: number) => `${count} ${plural(count, 'charge', 'charges')} of before may not have been created; to finish`,
    count => `${count} ${plural(count, 'cobrança de antes talvez não tenha sido criada', 'cobranças de antes talvez não tenham sido criadas')}; para concluir`,
  ),
  web: both('serve the counter as a web page, by default on port {port}; with --host for tablets too', 'mostra o balcão numa página web, por padrão na porta {port}; com --host, também para tablets'),
  pageAt: both('the counter is at', 'o balcão está em'),
  anotherAddress: both(
    'for another screen press any key: each address opens one browser, within five minutes; Ctrl-C ends it',
    'para mais uma tela, pressione qualquer tecla: cada endereço abre um navegador, em até cinco minutos; Ctrl-C encerra',
  ),
  cents: both('typed digits are cents, as on card terminals: 350 is R$ 3,50; kept for the profile', 'os dígitos são centavos, como nas maquininhas de cartão: 350 é R$ 3,50; fica guardado no perfil'),
  scan: both('open it with the camera of the tablet', 'abra com a câmera do tablet'),
  tooSmall: both(
    'for a QR code, make this window at least {columns} columns wide and {rows} lines high (a smaller font helps), then press any key',
    'para ver um QR Code, deixe esta janela com pelo menos {columns} colunas e {rows} linhas (uma letra menor ajuda) e pressione qualquer tecla',
  ),
  noAddress: both('no tablet can open {host}: its certificate needs the address of this computer', 'nenhum tablet consegue abrir {host}: o certificado precisa do endereço deste computador'),
  giveAddress: both('give its address', 'informe o endereço dele'),
  noBell: both('on a terminal, ring no bell when a charge is paid', 'num terminal, não toca o alerta sonoro quando uma cobrança é paga'),
}
