import { both } from '#lib/language.ts'

export const texts = {
  addSummary: both('add a store to the running sandbox', 'adiciona uma loja ao sandbox em execução'),
  addDescription: both(
    'The store has its own keys, charges, wallet, webhook endpoints and events, and the profile sandbox-NAME. With --json or in a pipe, its key and WebSocket token are printed too.',
    'A loja tem as próprias chaves, cobranças, carteira, endpoints de webhook e eventos, e o perfil sandbox-NOME. Com --json ou em um pipe, mostra também a chave e o token do WebSocket.',
  ),
  nameArg: both('1 to 30 lower-case letters, digits and hyphens', 'de 1 a 30 letras minúsculas, dígitos e hifens'),
  profile: both('Profile', 'Perfil'),
  none: both('none', 'nenhum'),
  service: both('Service', 'Serviço'),
  realtime: both('Realtime', 'Tempo real'),
  dashboard: both('Dashboard', 'Painel'),
  noProfileYet: both('the store {name} has no profile yet: the sandbox writes it when it starts again', 'a loja {name} ainda não tem perfil: o sandbox grava um quando for iniciado de novo'),

  removeSummary: both('remove a store from the running sandbox', 'remove uma loja do sandbox em execução'),
  removeDescription: both(
    'Its charges, deliveries, keys and profile are gone, and calls with its keys are answered with 401. The first store stays.',
    'As cobranças, entregas, chaves e o perfil dela são apagados, e chamadas com as chaves dela recebem 401. A primeira loja fica.',
  ),
  removeArg: both('as in sandbox store list', 'como em sandbox store list'),
  removed: both('the store {name} is removed', 'a loja {name} foi removida'),

  disableSummary: both("make the store's account unavailable", 'torna a conta da loja indisponível'),
  disableDescription: both(
    'Every API call of the store is answered with 403 until sandbox store enable. Webhooks and realtime events go on.',
    'Toda chamada de API da loja recebe 403 até sandbox store enable. Webhooks e eventos em tempo real continuam.',
  ),
  enableSummary: both("make the store's account available again", 'torna a conta da loja disponível de novo'),
  listSummary: both("list the sandbox's stores and their profiles", 'lista as lojas do sandbox e os perfis delas'),
  listDescription: both('When piped, the columns are name, profile and disabledAt.', 'Com a saída em um pipe, as colunas são name, profile e disabledAt.'),
  storeHeader: both('STORE', 'LOJA'),
  profileHeader: both('PROFILE', 'PERFIL'),
  sinceHeader: both('UNAVAILABLE SINCE', 'INDISPONÍVEL DESDE'),

  store: both('Store', 'Loja'),
  account: both('Account', 'Conta'),
  available: both('available', 'disponível'),
  unavailable: both('unavailable', 'indisponível'),
  isNow: both('the account of the store {name} is {state} now', 'a conta da loja {name} agora está {state}'),
  wasAlready: both('the account of the store {name} was already {state}: nothing changed', 'a conta da loja {name} já estava {state}: nada mudou'),
  unavailableSince: both('unavailable since {time}', 'indisponível desde {time}'),
}
