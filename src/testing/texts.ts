import { both } from '#lib/language.ts'

export const texts = {
  portInUse: both(
    'port {port} is in use: choose another one, or leave it out for any free one',
    'a porta {port} já está em uso: escolha outra, ou não informe nenhuma para usar qualquer uma livre',
  ),
  olderNode: both(
    'this Node is too old: the sandbox needs Node 22.19 or newer, but not 23',
    'este Node é antigo demais: o sandbox precisa do Node 22.19 ou mais novo, exceto o 23',
  ),
  stopped: both('this sandbox was stopped', 'este sandbox foi encerrado'),

  // What is wrong in the code of a test.
  noSecret: both(
    'secret must be the signing secret, a text that is not empty',
    'secret deve ser o segredo de assinatura, um texto que não seja vazio',
  ),
  noBytes: both(
    'body must be the text or bytes as they are sent, not a parsed object',
    'body deve ser o texto ou os bytes como são enviados, e não um objeto já interpretado',
  ),
  noSeconds: both(
    'a time must be a number of seconds since 1970',
    'um instante deve ser um número de segundos desde 1970',
  ),
}
