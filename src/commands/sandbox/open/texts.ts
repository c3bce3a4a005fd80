import { both } from '#lib/language.ts'

export const texts = {
  summary: both("open the sandbox's dashboard in the browser", 'abre o painel do sandbox no navegador'),
  description: both(
    'Makes an address that logs a browser in, once and within 5 minutes. Without a browser here, the address is printed.',
    'Gera um endereço que dá acesso a um navegador, uma vez e em até 5 minutos. Sem navegador aqui, mostra o endereço.',
  ),
  print: both('print the address on stdout, and open nothing', 'mostra o endereço no stdout, sem abrir nada'),
  opened: both('opened in the browser', 'aberto no navegador'),
  noBrowser: both(
    (problem: string) =>
      `no browser could be opened (${problem}); open the address yourself, within 5 minutes`,
    problem =>
      `não foi possível abrir um navegador (${problem}); abra o endereço você mesmo, em até 5 minutos`,
  ),
}
