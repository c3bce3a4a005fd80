import { both } from '#lib/language.ts'

export const texts = {
  otherHolds: both('another process may have this role', 'outro processo pode ter assumido esta função'),
  inboxClosed: both('the inbox is closed', 'a caixa de entrada está fechada'),
  tooMuchWaits: both('too much waits to be written to the inbox', 'há dados demais esperando para entrar na caixa de entrada'),
  inboxHeld: both('another program holds the file of the inbox', 'outro programa está usando o arquivo da caixa de entrada'),
  inboxMoved: both('the file of the inbox was removed, moved or replaced; put it back, or start pixctl again', 'o arquivo da caixa de entrada foi apagado, movido ou trocado; coloque-o de volta, ou inicie o pixctl de novo'),
}
