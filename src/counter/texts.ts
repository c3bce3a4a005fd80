import { both } from '#lib/language.ts'

/** What a person reads of the server of the counter's pages, and of its certificate. */
export const texts = {
  needsTls: both('the page shows what customers pay: to other machines it is served by HTTPS only', 'a página mostra o que os clientes pagam: para outras máquinas, só por HTTPS'),
  giveTls: both('give --tls-cert and --tls-key, or leave --host out', 'passe --tls-cert e --tls-key, ou deixe --host de fora'),
  asksOnce: both(
    'the first time, the tablet says that the connection is not private, because the certificate is from this computer: choose Advanced (iPad: Show Details) and go on to {host}',
    'na primeira vez, o tablet avisa que a conexão não é particular, porque o certificado é deste computador: toque em Avançado (iPad: Mostrar Detalhes) e siga para {host}',
  ),
  compare: both('before that, compare the SHA-256 fingerprint of the certificate:', 'antes, compare a impressão digital SHA-256 do certificado:'),
  notShown: both('This can not be shown', 'Não dá para mostrar isto'),
  noName: both('the certificate of --tls-cert has no name that a browser could ask for', 'o certificado de --tls-cert não tem um nome que o navegador possa pedir'),
  giveName: both('use a certificate that has the name or address of this machine', 'use um certificado com o nome ou o endereço desta máquina'),
  logIn: both(
    'On the computer of the counter, press any key in the window where pixctl runs: it shows a new address. Or choose “Another screen” on a screen that is open.',
    'No computador do balcão, aperte qualquer tecla na janela em que o pixctl está aberto: ela mostra um endereço novo. Ou escolha “Outra tela” numa tela que já esteja aberta.',
  ),
  away: both('Is pixctl still open on the computer of the counter?', 'O pixctl ainda está aberto no computador do balcão?'),
  leave: both('Log out?', 'Sair?'),
  whatLeavingIs: both(
    'This screen will no longer show the counter. To open it again you need the computer of the counter, or another screen.',
    'Esta tela deixa de mostrar o balcão. Para abrir de novo, você precisa do computador do balcão ou de outra tela.',
  ),
  leaveNow: both('Log out', 'Sair'),
}
