import { both } from '#lib/language.ts'

export const texts = {
  notAbsolute: both('{name} is not an absolute path: {path}', '{name} não é um caminho absoluto: {path}'),
  giveAbsolute: both('give the whole path, without ~ and control characters, as in /home/ana/pixctl', 'informe o caminho completo, sem ~ e sem caracteres de controle, como /home/ana/pixctl'),
  noHome: both('there is no home folder for the files of pixctl', 'não há uma pasta pessoal para os arquivos do pixctl'),
  setHome: both('set HOME to an absolute path, or all of PIXCTL_CONFIG_DIR, PIXCTL_DATA_DIR and PIXCTL_CACHE_DIR', 'defina HOME com um caminho absoluto, ou PIXCTL_CONFIG_DIR, PIXCTL_DATA_DIR e PIXCTL_CACHE_DIR, as três'),
  notPrinted: both('the output could not be written ({why})', 'não foi possível gravar a saída ({why})'),
  freeSomeSpace: both('free some space, or send the output elsewhere; nothing was undone at the service', 'libere espaço ou mande a saída para outro lugar; nada foi desfeito no serviço'),
  tracesStreams: both('NODE_DEBUG would show the secret: with stream or * in it, Node prints what it reads', 'NODE_DEBUG mostraria o segredo: com stream ou *, o Node imprime o que lê'),
  unsetNodeDebug: both('unset NODE_DEBUG and run it again', 'remova NODE_DEBUG e execute de novo'),
  noProgram: both('there is no {program} here', 'o {program} não está instalado aqui'),
  noViewer: both('{program} found no viewer or no display', 'o {program} não encontrou um visualizador ou uma tela'),
  /** After a question: what can be typed, with what Enter means in upper case. */
  yesOrNo: both(
    (enter: boolean) => (enter ? 'Y/n' : 'y/N'),
    enter => (enter ? 'S/n' : 's/N'),
  ),
  answerYesOrNo: both('answer y or n', 'responda s ou n'),
  yes: both('Yes', 'Sim'),
  no: both('No', 'Não'),
  severalLines: both('several lines were pasted where one is asked for; nothing was sent', 'foram coladas várias linhas onde se pede uma; nada foi enviado'),
  answerEach: both('answer one question at a time', 'responda uma pergunta de cada vez'),
  /** Beside the question for a secret. */
  masked: both('[input is masked]', '[digitação oculta]'),
}
