import { both, plural } from '#lib/language.ts'

export const texts = {
  notFound: both(
    (id: string, more: number) => {
      const others = more === 0 ? '' : `, and ${more} more ${more === 1 ? 'is' : 'are'} missing`
      return `the inbox of this profile has no delivery ${id}${others}`
    },
    (id, more) => {
      const others = more === 0 ? '' : `, e ${more === 1 ? 'falta mais 1' : `faltam mais ${more}`}`
      return `a caixa de entrada deste perfil não tem a entrega ${id}${others}`
    },
  ),
  nothingSent: both('nothing was sent', 'nada foi enviado'),
  neverSent: both('what was refused is never sent; to see it', 'o que foi recusado nunca é enviado; para ver'),
  wereRefused: both(
    (count: number) => plural(count, '1 refused delivery is kept; to see it', `${count} refused deliveries are kept; to see them`),
    count => `${plural(count, '1 entrega recusada está guardada', `${count} entregas recusadas estão guardadas`)}; para ver`,
  ),
  tooShort: both('the beginning of an id needs at least {least} characters after pay_ or dlv_', 'o começo de um id precisa de pelo menos {least} caracteres depois de pay_ ou dlv_'),
  see: both('see', 'veja'),
  deliveryInInbox: both('delivery in the inbox', 'entrega na caixa de entrada'),
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
