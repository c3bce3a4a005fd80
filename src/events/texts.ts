import { both, plural } from '#lib/language.ts'

export const texts = {
  waiting: both(
    (why: string) => `${why}; waiting for it`,
    why => `${why}; aguardando`,
  ),
  back: both(
    (name: string | null) => `the inbox ${name} is back`,
    name => `a caixa de entrada ${name} voltou`,
  ),
  inbox: both(
    (name: string) => `inbox: ${name}`,
    name => `caixa de entrada: ${name}`,
  ),
  forwarded: both(
    (count: number) => `${count} forwarded`,
    count =>
      count === 0 ? 'nenhuma encaminhada' : `${count} ${plural(count, 'encaminhada', 'encaminhadas')}`,
  ),
  pendingUnknown: both(
    "the inbox can't be asked what is still pending",
    'não foi possível saber o que ainda está pendente na caixa de entrada',
  ),
  stillPending: both(
    (count: number) => `${count} still pending`,
    count => (count === 0 ? 'nenhuma pendente' : `${count} ainda ${plural(count, 'pendente', 'pendentes')}`),
  ),
  parked: both(
    (count: number) => `${count} parked`,
    count => `${count} ${plural(count, 'separada', 'separadas')}`,
  ),
  // The pages of the monitor are for programs, and stay English.
  monitorAt: both(
    (url: string) => `monitor at ${url}`,
    url => `monitor em ${url}`,
  ),
  answersAnyone: both(
    (host: string) => `other machines can reach ${host}: the monitor answers anyone there`,
    host => `outros computadores podem acessar ${host}: o monitor responde a qualquer um deles`,
  ),
}
