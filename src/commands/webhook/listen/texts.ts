import { both } from '#lib/language.ts'

export const texts = {
  summary: both('receive webhooks: verify, save, answer and forward them', 'recebe webhooks: verifica, salva, responde e encaminha'),
  description: both(
    'Answers 204 only after a delivery is saved on disk. With --forward-to, saved deliveries are forwarded in order, ' + 'each until a 2xx, even if the target or pixctl restarts.',
    'Responde 204 só depois que a entrega está salva em disco. Com --forward-to, as entregas salvas são encaminhadas em ' + 'ordem, cada uma até um 2xx, mesmo que o destino ou o pixctl reinicie.',
  ),
  json: both(
    () => 'a line for each delivery, {webhook-listen-delivery}; with --forward-to also a line for each attempt, {webhook-listen-attempt}',
    () => 'uma linha para cada entrega, {webhook-listen-delivery}; com --forward-to, também uma para cada tentativa, {webhook-listen-attempt}',
  ),
  portFlag: both('the port to listen on, 0 for any free one', 'a porta em que escuta, 0 para qualquer porta livre'),
  pathFlag: both('the path of the endpoint', 'o caminho do endpoint'),
  toleranceFlag: both('how long a signature may be before or after now', 'a maior diferença entre a hora da assinatura e a atual'),
  inspectFlag: both('show the deliveries in a browser, on a port of this machine; {port} by default', 'mostra as entregas no navegador, em uma porta deste computador; o padrão é {port}'),
  maxFlag: both('stop after this many deliveries were shown, and forwarded with --forward-to', 'para depois de mostrar este número de entregas e, com --forward-to, de encaminhá-las'),
  aPath: both('a path', 'um caminho'),
  mark: both(
    (delivery: string | null, mark: string) => `delivery ${delivery}: ${mark}`,
    (delivery, mark) => `entrega ${delivery}: ${mark}`,
  ),
  answered: both('it answered {status}', 'respondeu {status}'),
  notAccepted: both(
    (delivery: string, to: string, answer: string | null, next: string) => `delivery ${delivery} to ${to}: ${answer}; ${next}`,
    (delivery, to, answer, next) => `entrega ${delivery} para ${to}: ${answer}; ${next}`,
  ),
}
