import { both } from '../language.ts'

export const texts = {
  otherCase: both(
    (profile: string, other: string) =>
      `the profile "${profile}" can't have a state beside that of "${other}", which differs only in upper and lower case`,
    (profile, other) =>
      `o perfil "${profile}" não pode ter dados ao lado dos de "${other}", que só muda nas letras maiúsculas e minúsculas`,
  ),
  writeAs: both(
    (other: string) => `write it as "${other}", or choose another name`,
    other => `escreva "${other}", ou escolha outro nome`,
  ),
  noSpace: both('no space left on the disk', 'não há mais espaço no disco'),
  update: both('update pixctl', 'atualize o pixctl'),
  checkDisk: both(
    'check the disk and the permissions of that folder; PIXCTL_DATA_DIR names another one',
    'confira o disco e as permissões dessa pasta; PIXCTL_DATA_DIR indica outra',
  ),
  restore: both('restore it from a backup', 'restaure o arquivo de um backup'),
  newerState: both(
    'the state was written by a newer pixctl',
    'os dados foram gravados por uma versão mais nova do pixctl',
  ),
  stateLost: both(
    (file: string) => `the state in ${file} is empty: its content is lost`,
    file => `${file} está vazio: os dados que estavam nele se perderam`,
  ),
  removeState: both(
    'or remove it, to start without its creations and events',
    'ou apague o arquivo, para recomeçar sem as criações e os eventos dele',
  ),
  stateUnusable: both(
    (file: string, why: string) => `the state in ${file} can't be used (${why})`,
    (file, why) => `não é possível usar os dados de ${file} (${why})`,
  ),
  fileMoved: both(
    (file: string) => `${file} was removed, moved or replaced while pixctl was using it: nothing is saved`,
    file => `${file} foi apagado, movido ou trocado enquanto o pixctl o usava: nada é salvo`,
  ),
  putBack: both('put it back, or start pixctl again', 'coloque-o de volta, ou inicie o pixctl de novo'),
  newerArchive: both(
    'the archive was written by a newer pixctl',
    'o arquivo local de cobranças foi gravado por uma versão mais nova do pixctl',
  ),
  chargeNotJson: both('a charge in it is not JSON', 'uma cobrança nele não é JSON'),
  archiveLost: both(
    (file: string) => `the archive in ${file} is empty: its content is lost`,
    file => `o arquivo local de cobranças ${file} está vazio: o que estava nele se perdeu`,
  ),
  archiveUnusable: both(
    (file: string, why: string) => `the archive in ${file} can't be used (${why})`,
    (file, why) => `não é possível usar o arquivo local de cobranças ${file} (${why})`,
  ),
  freeSpaceToSync: both(
    'free some space; what was read is saved; to continue',
    'libere espaço; o que já foi lido está salvo; para continuar',
  ),
  removeArchive: both(
    (file: string) =>
      `or remove ${file}, with its -wal and -shm if they are there, and read again what the service still lists`,
    file =>
      `ou apague ${file}, com o -wal e o -shm dele se existirem, e leia de novo o que o serviço ainda lista`,
  ),
  newerRejected: both(
    'the file of refused deliveries was written by a newer pixctl',
    'o arquivo de entregas recusadas foi gravado por uma versão mais nova do pixctl',
  ),
  rejectedLost: both(
    (file: string) => `the refused deliveries in ${file} are lost: it is empty`,
    file => `as entregas recusadas de ${file} se perderam: o arquivo está vazio`,
  ),
  removeFile: both(
    (file: string) => `remove it: ${file}`,
    file => `apague o arquivo: ${file}`,
  ),
  rejectedUnusable: both(
    (file: string, why: string) => `the refused deliveries in ${file} can't be used (${why})`,
    (file, why) => `não é possível usar as entregas recusadas de ${file} (${why})`,
  ),
  onlyCopies: both(
    'remove that file; it holds only copies for the inspector',
    'apague esse arquivo; ele só tem cópias para o inspetor',
  ),
  rejectedThreadEnded: both(
    'the thread that writes them has ended',
    'a thread que grava essas entregas parou',
  ),
  nearlyFull: both('the disk is nearly full', 'o disco está quase cheio'),
  isEmpty: both('it is empty', 'está vazio'),
  newerFile: both(
    'it was written by a newer pixctl: update pixctl',
    'foi gravado por uma versão mais nova do pixctl: atualize o pixctl',
  ),
  otherData: both(
    'an unresolved creation has this idempotency key, with other data',
    'uma criação não concluída usa esta chave de idempotência com outros dados',
  ),
  finishThat: both('to finish that one', 'para concluir aquela'),
  leaveKeyOut: both(
    'for a new charge, leave --idempotency-key out',
    'para uma cobrança nova, não use --idempotency-key',
  ),
  otherHolds: both('another process may have this role', 'outro processo pode ter assumido esta função'),
  inboxClosed: both('the inbox is closed', 'a caixa de entrada está fechada'),
  inboxHeld: both(
    'another program holds the file of the inbox',
    'outro programa está usando o arquivo da caixa de entrada',
  ),
  inboxMoved: both(
    'the file of the inbox was removed, moved or replaced; put it back, or start pixctl again',
    'o arquivo da caixa de entrada foi apagado, movido ou trocado; coloque-o de volta, ou inicie o pixctl de novo',
  ),
  inboxThreadEnded: both(
    'the thread that writes the inbox has ended',
    'a thread que grava a caixa de entrada parou',
  ),
}
