import type { Unreadable } from '#contract/realtime.ts'
import { NO_REASON } from '#contract/realtime-refusals.ts'
import { both } from '#lib/language.ts'

export const texts = {
  noReason: both(NO_REASON, 'nenhum motivo foi informado'),
  cut: both('the connection was cut', 'a conexão caiu'),
  slept: both('this machine slept', 'este computador entrou em suspensão'),
  proxyRefused: both('the proxy refused to connect ({status})', 'o proxy recusou a conexão ({status})'),
  answeredHttp: both('the service answered HTTP {status}', 'o serviço respondeu HTTP {status}'),
  closed: both(
    (code: number, reason: string) => `close ${code}${reason && `: ${reason}`}`,
    // The embedded sandbox's own reason is known, so it is said in Portuguese.
    (code, reason) => (reason === 'the sandbox is stopping' ? `código de encerramento ${code}: o sandbox está parando` : `código de encerramento ${code}${reason && `: ${reason}`}`),
  ),
  noConnectionWithin: both('no connection within {seconds} s', 'sem conexão em {seconds} s'),
  silentFor: both('nothing received for {seconds} s', 'nada recebido por {seconds} s'),
  notReadyWithin: both('not ready within {seconds} s', 'o canal não ficou pronto em {seconds} s'),
  unreadable: both(
    ({ what, members }: Unreadable) => {
      const why = {
        notAnObject: 'it is no JSON object',
        noSequence: `it has no sequence; its members: ${members}`,
        noEvent: `no event was found in it; its members: ${members}`,
      }
      return `a message of the realtime channel can't be read (${why[what]})`
    },
    ({ what, members }) => {
      const why = {
        notAnObject: 'não é um objeto JSON',
        noSequence: `não tem uma sequência; os campos: ${members}`,
        noEvent: `nenhum evento foi encontrado nela; os campos: ${members}`,
      }
      return `uma mensagem do canal em tempo real não pôde ser lida (${why[what]})`
    },
  ),
  mayBeMissed: both('events may have been missed; compare', 'pode haver eventos perdidos; compare'),
  lost: both('connection lost ({why}); reconnecting', 'conexão perdida ({why}); reconectando'),
  none: both('no connection ({why}); trying again', 'sem conexão ({why}); tentando de novo'),
  connected: both('connected', 'conectado'),
  connectedAgain: both('connected again', 'conectado de novo'),
  /** Said if the new connection could not ask for the events in between, because no sequence was known. */
  missed: both(
    (isAgain: boolean) => `${isAgain ? 'connected again' : 'connected'}; events were missed while disconnected; see`,
    isAgain => `${isAgain ? 'conectado de novo' : 'conectado'}; os eventos do período sem conexão não chegaram; veja`,
  ),
  realtimeUrl: both('the realtime URL', 'a URL do canal em tempo real'),
  checkRealtimeUrl: both('check the realtime URL', 'confira a URL do canal em tempo real'),
  checkNetwork: both('check the network and the realtime URL', 'confira a rede e a URL do canal em tempo real'),
  tokenRefused: both('the realtime channel refused the token ({why})', 'o canal em tempo real recusou o token ({why})'),
  storeToken: both('store a valid token', 'guarde um token válido'),
  cannotResume: both("the realtime channel can't resume after {after} ({why})", 'o canal em tempo real não consegue continuar depois de {after} ({why})'),
  otherChannel: both(
    'that is where an earlier run ended: the store was reset since then, or this address now serves another store',
    'foi onde uma execução anterior terminou: a loja foi reiniciada depois disso, ou este endereço agora atende outra loja',
  ),
  toStartAnew: both('to start with new events, and miss the earlier ones', 'para começar pelos eventos novos e perder os anteriores'),
  toContinueFromKnown: both('to continue from a sequence that the service knows', 'para continuar de uma sequência que o serviço conhece'),
  notTheChannel: both("the realtime URL doesn't lead to the realtime channel ({why})", 'a URL não leva ao canal em tempo real ({why})'),
  noConnection: both('no connection to the realtime channel ({why})', 'sem conexão com o canal em tempo real ({why})'),
}
