import { both } from '#lib/language.ts'

export const texts = {
  newerArchive: both('the archive was written by a newer pixctl', 'o arquivo local de cobranças foi gravado por uma versão mais nova do pixctl'),
  archiveLost: both('the archive in {file} is empty: its content is lost', 'o arquivo local de cobranças {file} está vazio: o que estava nele se perdeu'),
  removeArchive: both('or remove {file}, with its -wal and -shm if they are there, and read again what the service still lists', 'ou apague {file}, com o -wal e o -shm dele se existirem, e leia de novo o que o serviço ainda lista'),
}
