import { both } from '#lib/language.ts'

export const texts = {
  newerArchive: both('the archive was written by a newer pixctl', 'o arquivo local de cobranças foi gravado por uma versão mais nova do pixctl'),
  chargeNotJson: both('a charge in it is not JSON', 'uma cobrança nele não é JSON'),
  archiveLost: both('the archive in {file} is empty: its content is lost', 'o arquivo local de cobranças {file} está vazio: o que estava nele se perdeu'),
  archiveUnusable: both("the archive in {file} can't be used ({why})", 'não é possível usar o arquivo local de cobranças {file} ({why})'),
  freeSpaceToSync: both('free some space; what was read is saved; to continue', 'libere espaço; o que já foi lido está salvo; para continuar'),
  removeArchive: both('or remove {file}, with its -wal and -shm if they are there, and read again what the service still lists', 'ou apague {file}, com o -wal e o -shm dele se existirem, e leia de novo o que o serviço ainda lista'),
}
