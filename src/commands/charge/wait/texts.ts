import { both } from '#lib/language.ts'

export const texts = {
  summary: both('wait until a charge is paid', 'aguarda até uma cobrança ser paga'),
  help: both(
    'Exit 0 if the charge is paid, 11 if it ended unpaid, 12 if the time ran out. The charge is printed in every case; on a terminal with a countdown before it and the result in large letters below it. With a WebSocket token, the realtime channel says when something happens; without one, the charge is read every 5 s.',
    'Termina com 0 se a cobrança está paga, com 11 se ela terminou sem pagamento e com 12 se o tempo acabou. A cobrança é mostrada em todos os casos; num terminal, com uma contagem regressiva antes e o resultado em letras grandes depois. Com um token do WebSocket, o canal em tempo real avisa quando algo acontece; sem ele, a cobrança é lida a cada 5 s.',
  ),
  json: both(
    'the charge as the service has it; of several charges, a line for each as it ends',
    'a cobrança como está no serviço; de várias cobranças, uma linha para cada uma quando termina',
  ),
  timeout: both(
    'how long to wait, such as 90s or 5m; by default until it expires',
    'quanto tempo aguardar, como 90s ou 5m; sem esta opção, até ela expirar',
  ),
  late: both(
    'keep waiting after the charge expired, for a late payment; without --wait-timeout there is no time limit',
    'depois que a cobrança expira, continua à espera de um pagamento atrasado; sem --wait-timeout, não há limite de tempo',
  ),
}
