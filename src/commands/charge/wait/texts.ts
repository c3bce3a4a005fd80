import type { Counts } from '#charges/waiting/texts.ts'
import { both, plural } from '#lib/language.ts'

export const texts = {
  summary: both('wait until a charge is paid', 'aguarda até uma cobrança ser paga'),
  help: both(
    `Exit 0 if the charge is paid, 11 if it ended unpaid, 12 if the time ran out. The charge is printed in every case; on a terminal what is to be paid, the QR code and a countdown come before it, and the result in large letters below it. With a WebSocket token, the realtime channel says when something happens; without one, the charge is read every 5 s.

With several ids, or with - and one id a line on standard input, it prints a line for each charge as it ends, and those still unpaid when the time runs out. Exit 0 if all are paid, 11 if one ended unpaid, otherwise 12; 5 if one of the ids is unknown.`,
    `Termina com 0 se a cobrança está paga, com 11 se ela terminou sem pagamento e com 12 se o tempo acabou. A cobrança é mostrada em todos os casos; num terminal, o que há para pagar, o QR Code e uma contagem regressiva vêm antes, e o resultado em letras grandes, depois. Com um token do WebSocket, o canal em tempo real avisa quando algo acontece; sem ele, a cobrança é lida a cada 5 s.

Com vários ids, ou com - e um id por linha na entrada, mostra uma linha para cada cobrança quando ela termina, e as que ainda não foram pagas quando o tempo acaba. Termina com 0 se todas estão pagas, com 11 se uma terminou sem pagamento e, senão, com 12; com 5 se um dos ids não existe.`,
  ),
  ids: both('the id of the charge, or several; - reads them from standard input, one a line', 'o id da cobrança, ou vários; - lê os ids da entrada, um por linha'),
  json: both('the charge as the service has it; with several ids and with -, a line for each charge as it ends', 'a cobrança como está no serviço; com vários ids e com -, uma linha para cada cobrança quando ela termina'),
  timeout: both('how long to wait, such as 90s or 5m; by default until it expires', 'quanto tempo aguardar, como 90s ou 5m; sem esta opção, até ela expirar'),
  late: both(
    'keep waiting after the charge expired, for a late payment; without --wait-timeout there is no time limit',
    'depois que a cobrança expira, continua à espera de um pagamento atrasado; sem --wait-timeout, não há limite de tempo',
  ),
  exampleOpen: both('to-be-paid', 'a-receber'),
  typeIds: both('type the ids, one a line; Ctrl-D ends', 'digite os ids, um por linha; Ctrl-D encerra'),
  noIds: both('there is no id on standard input', 'não há nenhum id na entrada'),
  oneALine: both('write one id a line, or give the ids as arguments', 'escreva um id por linha, ou passe os ids como argumentos'),
  status: both(
    ({ all, paid, open }: Counts) => `${paid} of ${all} paid, ${open} not paid yet`,
    ({ all, paid, open }) => `${paid} de ${all} ${plural(all, 'paga', 'pagas')}, ${open} ainda não`,
  ),
}
