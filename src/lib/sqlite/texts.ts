import { both } from '../language.ts'

export const texts = {
  writeAs: both('write it as "{other}", or choose another name', 'escreva "{other}", ou escolha outro nome'),
  noSpace: both('no space left on the disk', 'não há mais espaço no disco'),
  checkDisk: both('check the disk and the permissions of that folder; PIXCTL_DATA_DIR names another one', 'confira o disco e as permissões dessa pasta; PIXCTL_DATA_DIR indica outra'),
  restore: both('restore it from a backup', 'restaure o arquivo de um backup'),
  newerFile: both('it was written by a newer pixctl: update pixctl', 'foi gravado por uma versão mais nova do pixctl: atualize o pixctl'),
  olderFile: both('it was written by an older pixctl; the next command that uses it brings it up to date', 'foi gravado por uma versão mais antiga do pixctl; o próximo comando que o usar o atualiza'),
  oldInUse: both("{file} was written by an older pixctl, and can't be brought up to date while another pixctl uses it", '{file} foi gravado por uma versão mais antiga do pixctl, e não pode ser atualizado enquanto outro pixctl o usa'),
  endThose: both('end what runs with this profile, such as webhook listen and events tail, and run it again', 'encerre o que está em execução com este perfil, como webhook listen e events tail, e execute de novo'),
  otherBuild: both('{file} was written by another build of pixctl: {what} differs', '{file} foi gravado por outra compilação do pixctl: {what} é diferente'),
  keepOrMove: both(
    'use it with the version that wrote it, or move it away, with its -wal file if it has one, to begin without what is in it',
    'use-o com a versão que o gravou, ou tire-o de lá, com o arquivo -wal dele se houver, para começar sem o que está nele',
  ),
  update: both('update pixctl', 'atualize o pixctl'),
  fileMoved: both('{file} was removed, moved or replaced while pixctl was using it: nothing is saved', '{file} foi apagado, movido ou trocado enquanto o pixctl o usava: nada é salvo'),
  putBack: both('put it back, or start pixctl again', 'coloque-o de volta, ou inicie o pixctl de novo'),
  otherData: both('an unresolved creation has this idempotency key, with other data', 'uma criação não concluída usa esta chave com outros dados'),
  finishThat: both('to finish that one', 'para concluir aquela'),
  leaveKeyOut: both('for a new charge, leave --idempotency-key out', 'para uma cobrança nova, não use --idempotency-key'),
}
