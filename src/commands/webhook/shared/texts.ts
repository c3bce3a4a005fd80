import { both, plural } from '#lib/language.ts'

export const texts = {
  notFound: both(
    (id: string, more: number) => {
      const others = more === 0 ? '' : `, and ${more} more ${more === 1 ? 'is' : 'are'} missing`
      return `the inbox of this profile has no event ${id}${others}`
    },
    (id, more) => {
      const others = more === 0 ? '' : `, e ${more === 1 ? 'falta mais 1' : `faltam mais ${more}`}`
      return `a caixa de entrada deste perfil não tem o evento ${id}${others}`
    },
  ),
  nothingSent: both('nothing was sent', 'nada foi enviado'),
  neverSent: both('what was refused is never sent; to see it', 'o que foi recusado nunca é enviado; para ver'),
  wereRefused: both(
    (count: number) => plural(count, '1 refused delivery is kept; to see it', `${count} refused deliveries are kept; to see them`),
    count => `${plural(count, '1 entrega recusada está guardada', `${count} entregas recusadas estão guardadas`)}; para ver`,
  ),
  tooShort: both('the beginning of an id needs at least {least} characters after pay_, dlv_ or evt_', 'o começo de um id precisa de pelo menos {least} caracteres depois de pay_, dlv_ ou evt_'),
  see: both('see', 'veja'),
  eventInInbox: both('id in the inbox', 'evento na caixa de entrada'),
  severalNamed: both('more than one event in the inbox has the id {id}', 'mais de um evento na caixa de entrada tem o id {id}'),
  giveOtherId: both('give the other id of the one that you mean: its event id, or its delivery id', 'passe o outro id do que você quer: o id do evento ou o da entrega'),
  noEventId: both('no event id', 'sem id de evento'),
  /** What became of an event, as a person reads it; `--forward` takes the values themselves. */
  forwardStates: {
    none: both('none', 'não'),
    pending: both('pending', 'pendente'),
    done: both('done', 'sim'),
    parked: both('parked', 'em espera'),
  },
  /** The last attempt got no answer. */
  noAnswer: both('none', 'sem resposta'),
  /** In the examples of the help. */
  exampleDelivery: both('DELIVERY', 'ENTREGA'),
  sendTests: both('Send signed test events to {host}?', 'Enviar eventos de teste assinados para {host}?'),
  notThisMachine: both('{host} is not this machine: nothing was sent', '{host} não é este computador: nada foi enviado'),
  addYes: both('add --yes if signed test events may go there', 'acrescente --yes se eventos de teste assinados podem ir para lá'),
}
