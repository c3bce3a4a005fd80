import { both } from '#lib/language.ts'

export const texts = {
  notPrinted: both(
    (why: string) => `the output could not be written (${why})`,
    why => `não foi possível gravar a saída (${why})`,
  ),
  freeSomeSpace: both(
    'free some space, or send the output elsewhere; nothing was undone at the service',
    'libere espaço ou mande a saída para outro lugar; nada foi desfeito no serviço',
  ),
  portInUse: both(
    (port: number) => `port ${port} is in use`,
    port => `a porta ${port} já está em uso`,
  ),
  otherPort: both(
    (flag: string) => `choose another port with ${flag}, or any with ${flag} 0`,
    flag => `escolha outra porta com ${flag}, ou qualquer uma com ${flag} 0`,
  ),
  portForbidden: both(
    (port: number) => `port ${port} needs permissions that this user doesn't have`,
    port => `a porta ${port} exige permissões que este usuário não tem`,
  ),
  highPort: both(
    (flag: string) => `choose a port from 1024 up with ${flag}`,
    flag => `escolha com ${flag} uma porta de 1024 em diante`,
  ),
  notThisMachine: both(
    (address: string) => `${address} is not an address of this machine`,
    address => `${address} não é um endereço deste computador`,
  ),
  listenHosts: both(
    'leave it out for 127.0.0.1, or use 0.0.0.0 for all',
    'não informe nada para usar 127.0.0.1, ou use 0.0.0.0 para todos',
  ),
  noProgram: both(
    (program: string) => `there is no ${program} here`,
    program => `o ${program} não está instalado aqui`,
  ),
  noViewer: both(
    (program: string) => `${program} found no viewer or no display`,
    program => `o ${program} não encontrou um visualizador ou uma tela`,
  ),
  /** After a question: what can be typed, with what Enter means in upper case. */
  yesOrNo: both('y/N', 's/N'),
  answerYesOrNo: both('answer y or n', 'responda s ou n'),
  yes: both('Yes', 'Sim'),
  no: both('No', 'Não'),
  /** Beside the question for a secret. */
  masked: both('[input is masked]', '[digitação oculta]'),
}
