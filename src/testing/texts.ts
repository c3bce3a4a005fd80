import { both } from '#lib/language.ts'

export const texts = {
  portInUse: both('port {port} is in use: choose another one, or leave it out for any free one', 'a porta {port} já está em uso: escolha outra, ou não informe nenhuma para usar qualquer uma livre'),
  otherNode: both('the sandbox needs Node 22.19 or newer, but not 23, with node:sqlite; this is Node {version}', 'o sandbox precisa do Node 22.19 ou mais novo, exceto o 23, com node:sqlite; este é o Node {version}'),
  noCharge: both('this store has no charge {id}', 'esta loja não tem a cobrança {id}'),
  noDelivery: both('no delivery that matches within {seconds} s: {what}', 'nenhuma entrega como a esperada em {seconds} s: {what}'),
  stopped: both('this sandbox was stopped', 'este sandbox foi encerrado'),

  // What is wrong in the code of a test.
  noSecret: both('secret must be the signing secret, a text that is not empty', 'secret deve ser o segredo de assinatura, um texto que não seja vazio'),
  noBytes: both('body must be the text or bytes as they are sent, not a parsed object', 'body deve ser o texto ou os bytes como são enviados, e não um objeto já interpretado'),
  mustBe: both('{name} is {value}; it must be {what}', '{name} é {value}; deve ser {what}'),
  noOption: both('there is no option {name}: the options are {names}', 'não existe a opção {name}: as opções são {names}'),
  someObject: both('an object', 'um objeto'),
  somePort: both('a whole number from 0 to 65535', 'um número inteiro de 0 a 65535'),
  someFolder: both('the path of a folder, as text', 'o caminho de uma pasta, em texto'),
  someLanguage: both("'en' or 'pt-BR'", "'en' ou 'pt-BR'"),
  someScale: both('a number from 1 on', 'um número a partir de 1'),
  someLimit: both("'off' or a whole number from 1 on", "'off' ou um número inteiro a partir de 1"),
  someId: both('an id, as text (is an await missing?)', 'um id, em texto (falta um await?)'),
  someAmount: both("a number, or a decimal as text such as '25.50'", "um número, ou um decimal em texto como '25.50'"),
  someSecret: both('a text that begins with {prefix}, and then 8 to 200 letters, digits, _ or -', 'um texto que começa com {prefix}, seguido de 8 a 200 letras, dígitos, _ ou -'),
  someWebhooks: both('a list of objects with url, and events and secret if you like', 'uma lista de objetos com url e, se quiser, events e secret'),
  someMilliseconds: both('a number of milliseconds, up to an hour', 'um número de milissegundos, de no máximo uma hora'),
  someSeconds: both('a whole number of seconds, not milliseconds', 'um número inteiro de segundos, e não de milissegundos'),
}
