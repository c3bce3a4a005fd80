import { both } from '#lib/language.ts'

export const texts = {
  notPrinted: both('the output could not be written ({why})', 'não foi possível gravar a saída ({why})'),
  freeSomeSpace: both('free some space, or send the output elsewhere; nothing was undone at the service', 'libere espaço ou mande a saída para outro lugar; nada foi desfeito no serviço'),
  noProgram: both('there is no {program} here', 'o {program} não está instalado aqui'),
  noViewer: both('{program} found no viewer or no display', 'o {program} não encontrou um visualizador ou uma tela'),
  /** After a question: what can be typed, with what Enter means in upper case. */
  yesOrNo: both('y/N', 's/N'),
  answerYesOrNo: both('answer y or n', 'responda s ou n'),
  yes: both('Yes', 'Sim'),
  no: both('No', 'Não'),
  /** Beside the question for a secret. */
  masked: both('[input is masked]', '[digitação oculta]'),
}
