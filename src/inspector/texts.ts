import { both } from '#lib/language.ts'

export const texts = {
  // Starting it.
  cannotBeFound: both("webhook inspect can't find this inspector ({problem})", 'o webhook inspect não consegue encontrar este inspetor ({problem})'),
  doesNotAnswer: both("the inspector at {url} doesn't answer: {problem}", 'o inspetor em {url} não responde: {problem}'),
  endAndTryAgain: both('try again; if it hangs, end the webhook listen or webhook inspect that serves it', 'tente de novo; se ele travou, encerre o webhook listen ou webhook inspect que o mantém'),
  removeFile: both('if something else has that port, remove {file}', 'se outro programa usa essa porta, apague {file}'),

  // The choices for the time.
  last15Minutes: both('Last 15 minutes', 'Últimos 15 minutos'),
  lastHour: both('Last hour', 'Última hora'),
  last24Hours: both('Last 24 hours', 'Últimas 24 horas'),
  last7Days: both('Last 7 days', 'Últimos 7 dias'),

  // Sending again.
  cannotSign: both("No signing secret is known, so it can't be signed.", 'Nenhum segredo de assinatura é conhecido, então não dá para assinar.'),
  answeredIn: both(
    (host: string, status: number | null, span: string) => `${host} answered ${status} in ${span}.`,
    (host, status, span) => `${host} respondeu ${status} em ${span}.`,
  ),
  noAnswer: both('No answer from {host}: {why}.', 'Sem resposta de {host}: {why}.'),
  isNoAddress: both('this', 'isto'),
  whereTo: both('Where should it be sent?', 'Para onde enviar?'),
}
