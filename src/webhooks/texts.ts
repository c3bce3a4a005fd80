import { both } from '#lib/language.ts'

export const texts = {
  /** `place` is where they come from: a variable, a file, or a profile. */
  signingSecrets: both(
    (count: number, place: string) => `${count === 1 ? 'the signing secret' : `the ${count} signing secrets`} of ${place}`,
    (count, place) => `${count === 1 ? 'o segredo de assinatura' : `os ${count} segredos de assinatura`} (${place})`,
  ),
  endpointSecret: both('the secret of endpoint {id} ({url})', 'o segredo do endpoint {id} ({url})'),
  firstSecret: both(
    (count: number, place: string) => `${count === 1 ? 'the secret' : `the first of ${count} secrets`} of ${place}`,
    (count, place) => `${count === 1 ? 'o segredo' : `o primeiro de ${count} segredos`} (${place})`,
  ),

  // An event made of a body.
  pathAndValue: both('PATH=VALUE', 'CAMINHO=VALOR'),
  cannotSet: both('--set cannot change {member}', '--set não muda {member}'),
  idIsNew: both('the event id is always a new one, so that nobody takes the test for the real event', 'o id do evento é sempre novo, para que ninguém confunda o teste com o evento real'),
  typeIsArgument: both('give the type as the argument: webhook trigger TYPE', 'passe o tipo como argumento: webhook trigger TIPO'),
  bodyEmpty: both('the body is empty', 'o corpo está vazio'),
  bodyTooLarge: both('the body is larger than 1 MiB', 'o corpo tem mais de 1 MiB'),
  oneMebibyte: both('no delivery may be larger', 'nenhuma entrega pode ser maior'),
  notUtf8: both('the body is not UTF-8', 'o corpo não está em UTF-8'),
  saveAsUtf8: both('save it as UTF-8', 'salve em UTF-8'),
  notJson: both(
    (problem: string) => `the body is not JSON (${problem})`,
    problem => {
      const [, place] = /position (\d+)/.exec(problem) ?? []
      return `o corpo não é um JSON válido${place === undefined ? '' : ` (veja o caractere ${place})`}`
    },
  ),
  notAnObject: both('the body is not a JSON object', 'o corpo não é um objeto JSON'),
  giveEvent: both('an event is a JSON object with members such as type and data', 'um evento é um objeto JSON com membros como type e data'),
  noType: both('the body has no event type', 'o corpo não tem tipo de evento'),
  giveType: both('its member type names one, such as "payment.approved"; webhook trigger takes it as the argument TYPE too', 'o membro type diz qual é, como "payment.approved"; o webhook trigger também aceita o argumento TIPO'),
  hasNoMembers: both("{parent} is neither an object nor a list, so there can't be a {path}", '{parent} não é objeto nem lista, então não pode existir {path}'),
  notInList: both(
    (list: string, count: number, name: string) => `${list} is a list of ${count}: ${name} is not a place in it; ${count} adds one at the end`,
    (list, count, name) => `${list} é uma lista de ${count}: ${name} não é uma posição dela; ${count} acrescenta no fim`,
  ),
  nothingToRemove: both('there is no {path} to remove', 'não existe {path} para remover'),
  lookAtBody: both('compare the path with the body', 'compare o caminho com o corpo'),
}
