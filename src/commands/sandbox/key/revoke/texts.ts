import { both } from '#lib/language.ts'

export const texts = {
  summary: both('revoke an API key of the sandbox', 'revoga uma chave de API do sandbox'),
  id: both('the id of a key, from sandbox key list', 'o id de uma chave, de sandbox key list'),
  revoked: both(
    (id: string) => `key ${id} is revoked`,
    id => `a chave ${id} foi revogada`,
  ),
}
