import { both } from '#lib/language.ts'

/** What is refused about endpoints, and why there was no answer, as a page says it. */
export const texts = {
  badUrl: both(
    'url must be an https address, or an http address on this machine, without user, password or fragment',
    'a URL deve ser um endereço https, ou um endereço http deste computador, sem usuário, senha ou fragmento',
  ),
  badEvents: both(
    (types: readonly string[]) => `events must be some of ${types.join(', ')}`,
    types => `escolha os eventos entre ${types.join(', ')}`,
  ),
  noSuchEndpoint: both('there is no such webhook endpoint', 'esse endpoint de webhook não existe'),
  noSuchDelivery: both('there is no such delivery', 'essa entrega não existe'),
}
