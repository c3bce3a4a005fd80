import { both } from '#lib/language.ts'

export const texts = {
  newerRejected: both('the file of refused deliveries was written by a newer pixctl', 'o arquivo de entregas recusadas foi gravado por uma versão mais nova do pixctl'),
  rejectedLost: both('the refused deliveries in {file} are lost: it is empty', 'as entregas recusadas de {file} se perderam: o arquivo está vazio'),
  removeFile: both('remove it: {file}', 'apague o arquivo: {file}'),
  rejectedUnusable: both("the refused deliveries in {file} can't be used ({why})", 'não é possível usar as entregas recusadas de {file} ({why})'),
  onlyCopies: both('remove that file; it holds only copies of what was refused', 'apague esse arquivo; ele só tem cópias do que foi recusado'),
  otherHolds: both('another process may have this role', 'outro processo pode ter assumido esta função'),
  inboxClosed: both('the inbox is closed', 'a caixa de entrada está fechada'),
  tooMuchWaits: both('too much waits to be written to the inbox', 'há dados demais esperando para entrar na caixa de entrada'),
  inboxHeld: both('another program holds the file of the inbox', 'outro programa está usando o arquivo da caixa de entrada'),
  inboxMoved: both('the file of the inbox was removed, moved or replaced; put it back, or start pixctl again', 'o arquivo da caixa de entrada foi apagado, movido ou trocado; coloque-o de volta, ou inicie o pixctl de novo'),
}
