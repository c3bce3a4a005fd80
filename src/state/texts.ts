import { both } from '#lib/language.ts'

export const texts = {
  otherCase: both(
    'the profile "{profile}" can\'t have a state beside that of "{other}", which differs only in upper and lower case',
    'o perfil "{profile}" não pode ter dados ao lado dos de "{other}", que só muda nas letras maiúsculas e minúsculas',
  ),
  newerState: both('the state was written by a newer pixctl', 'os dados foram gravados por uma versão mais nova do pixctl'),
  stateLost: both('the state in {file} is empty: its content is lost', '{file} está vazio: os dados que estavam nele se perderam'),
  removeState: both('or remove it, to start without its creations and events', 'ou apague o arquivo, para recomeçar sem as criações e os eventos dele'),
  stateUnusable: both("the state in {file} can't be used ({why})", 'não é possível usar os dados de {file} ({why})'),
  isEmpty: both('it is empty', 'está vazio'),
}
