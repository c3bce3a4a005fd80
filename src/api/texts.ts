import { both } from '#lib/language.ts'

export const texts = {
  proxyRefused: both('the proxy refused to connect ({status})', 'o proxy recusou a conexão ({status})'),
  noAnswer: both(
    (seconds: string) => `no answer within ${seconds} s`,
    seconds => `sem resposta em ${seconds.replace('.', ',')} s`,
  ),
  startProgram: both('start the program that should be running there, or correct the address', 'inicie o programa que deveria estar nesse endereço, ou corrija o endereço'),
  nothingListens: both('the connection was refused: nothing listens at that address', 'a conexão foi recusada: não há nada escutando nesse endereço'),
  noConnectionInTime: both('no connection could be made in time', 'não foi possível conectar a tempo'),
  requestFailed: both('the request failed ({why})', 'a requisição falhou ({why})'),
  cutShort: both('the answer was cut short', 'a resposta veio pela metade'),
  otherPage: both('the answer has a different page than {asked} ({got})', 'a resposta traz outra página, e não a {asked} ({got})'),
  tooMany: both('the answer has more than the {most} charges asked for', 'a resposta traz mais do que as {most} cobranças pedidas'),
  serviceAnswered: both('the service answered {status}', 'o serviço respondeu {status}'),
  otherCharge: both('the answer has a different charge than {asked} ({got})', 'a resposta traz outra cobrança, e não a {asked} ({got})'),
  tryLater: both('try again later', 'tente de novo mais tarde'),
  checkBaseUrl: both('check the base URL: it ends in /api/v1', 'confira a URL base: ela termina em /api/v1'),
  notJson: both('the service answered {status}, but not with JSON', 'o serviço respondeu {status}, mas não com JSON'),
  repeatedMember: both("the service's answer has a member twice, so it isn't clear what it says", 'a resposta do serviço tem um campo repetido, e por isso não dá para saber o que ela diz'),
  tooDeep: both("the service's answer is nested more than {most} levels deep", 'a resposta do serviço tem mais de {most} níveis'),
  /** `where` is the member of the answer; empty for the whole body. `rule` is that of the schema, in its words. */
  againstContract: both(
    (where: string, rule: string) => `the service's answer doesn't match its contract: ${where || 'the body'} ${rule}`.trimEnd(),
    (where, rule) => `a resposta do serviço não segue o contrato: ${where || 'o corpo'} ${rule}`.trimEnd(),
  ),
  redirect: both('the service answered with a redirect ({status}), which is never followed', 'o serviço respondeu com um redirecionamento ({status}), que nunca é seguido'),
  answeredStatus: both('the service answered with status {status}', 'o serviço respondeu com o status {status}'),
  noCharge: both('this store has no charge {id}', 'esta loja não tem a cobrança {id}'),
  serviceSays: both('the service says: {words}', 'o serviço diz: {words}'),
  ownStore: both('check the id and the profile: a key sees only its own store', 'confira o id e o perfil: uma chave só vê a própria loja'),
  wait: both('wait {seconds} s, or allow more with --timeout', 'aguarde {seconds} s, ou aumente o limite com --timeout'),
  checkNetwork: both('check the network and the base URL', 'confira a rede e a URL base'),
  isService: both('check that the base URL is the service itself, with its /api/v1', 'confira se a URL base é a do próprio serviço, com o /api/v1'),
  pagesRead: both(
    (count: number) => `${count} pages were read before that`,
    count => (count === 1 ? '1 página foi lida antes disso' : `${count} páginas foram lidas antes disso`),
  ),
  waitAsked: both('waiting, as the service asks, for {seconds} s', 'aguardando {seconds} s, como o serviço pede'),
  waitForRate: both('keeping to the rate limit for {seconds} s', 'respeitando o limite de requisições por {seconds} s'),
  fewerPrograms: both('run it again when fewer programs use this key', 'execute de novo quando menos programas usarem esta chave'),
}
