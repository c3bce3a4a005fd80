import type { Category } from '#lib/failure.ts'
import { both } from '#lib/language.ts'

export const texts = {
  exitCodes: both('what the exit codes mean', 'o que significam os códigos de saída'),
  environment: both('the environment variables that are read', 'as variáveis de ambiente que são lidas'),
  formatting: both('how data, amounts and times are printed and written', 'como dados, valores e horas são mostrados e escritos'),
  aboutFlags: both(
    'They may also come before the command: pixctl -p shop balance. A few commands leave some of them out, because they would mean nothing there.',
    'Também podem vir antes do comando: pixctl -p loja balance. Alguns comandos não aceitam todas, porque ali elas não fariam sentido.',
  ),
  aboutExitCodes: both(
    'An error is written to stderr: what happened, why, and what to do next. With --json it is one line of JSON, and its exitCode is the exit code.',
    'O erro vai para a saída de erros (stderr): o que houve, por quê e o que fazer. Com --json, é uma linha de JSON, e o exitCode dela é o código de saída.',
  ),
  codes: both('CODES', 'CÓDIGOS'),
  done: both('done', 'deu certo'),
  /** What the exit code of each category means. */
  exitCode: {
    fault: both(
      'pixctl or this machine failed, for example the disk is full or saved data cannot be read; `doctor`: a check failed',
      'o pixctl ou este computador falhou; por exemplo, o disco está cheio ou os dados salvos não podem ser lidos; `doctor`: uma verificação falhou',
    ),
    usage: both(
      'wrong usage: pixctl or the service (400, 405, 413) does not accept a flag, argument or value; a period that is in the future; or a port is in use',
      'uso incorreto: o pixctl ou o serviço (400, 405, 413) não aceita uma opção, um argumento ou um valor; um período que está no futuro; ou uma porta está em uso',
    ),
    unauthenticated: both(
      'not authenticated: no secret, a key (401) or token was refused, or the keychain cannot be read',
      'não autenticado: falta um segredo, a chave (401) ou o token não foi aceito, ou não foi possível ler o chaveiro do sistema',
    ),
    forbidden: both('forbidden (403)', 'sem permissão (403)'),
    not_found: both('not found (404), or an unknown delivery or profile', 'não encontrado (404), ou entrega ou perfil desconhecido'),
    conflict: both('conflict (409), or another process of this profile has what is needed', 'conflito (409), ou outro processo deste perfil tem o que é necessário'),
    rate_limited: both('rate limited (429) for longer than `--timeout` allows', 'limite de requisições (429) por mais tempo do que `--timeout` permite'),
    service: both(
      'the service failed (500, 502, 503 after all retries) or its answer was not valid; or a delivery was sent once and the answer was not 2xx',
      'o serviço falhou (500, 502, 503 depois de todas as tentativas) ou a resposta dele não era válida; ou uma entrega foi enviada uma vez e a resposta não foi 2xx',
    ),
    network: both(
      'network failure or time-out; for `charge create` and `charge recover`, also when it is unknown whether the charge was created',
      'falha de rede ou tempo esgotado; em `charge create` e `charge recover`, também quando não se sabe se a cobrança foi criada',
    ),
    not_valid: both('`webhook verify`: the signature is not valid; `webhook check`: a check failed', '`webhook verify`: a assinatura não é válida; `webhook check`: uma verificação falhou'),
    not_as_expected: both(
      '`charge wait`: the charge ended unpaid (it has expired or failed); `charge confirm`: the charge is not as expected; `reconcile`: there are differences',
      '`charge wait`: a cobrança terminou sem pagamento (expirou ou falhou); `charge confirm`: a cobrança não é a esperada; `reconcile`: há diferenças',
    ),
    still_unpaid: both('`charge wait`: the charge was still unpaid when the time ran out', '`charge wait`: a cobrança ainda não estava paga quando o tempo acabou'),
    interrupted: both('interrupted (Ctrl-C)', 'interrompido (Ctrl-C)'),
    terminated: both('terminated (SIGTERM, SIGHUP)', 'encerrado (SIGTERM, SIGHUP)'),
  } satisfies Record<Category, () => string>,
  aboutEnvironment: both(
    'A flag comes before a variable, and a variable before what is stored in the profile, but the secrets of a profile that --profile names before those of the environment. An empty variable counts as unset. No flag takes a secret.',
    'Uma opção vale mais que uma variável, e uma variável vale mais que o que está salvo no perfil, mas os segredos de um perfil indicado com --profile valem mais que os do ambiente. Uma variável vazia conta como ausente. Nenhuma opção aceita um segredo.',
  ),
  variables: both('VARIABLES', 'VARIÁVEIS'),
  variable: {
    PIXCTL_PROFILE: both('the profile (store) to use, as --profile', 'o perfil (loja) a usar, como --profile'),
    PIXCTL_BASE_URL: both("the service's address, ending in /api/v1, as --base-url", 'o endereço do serviço, terminado em /api/v1, como --base-url'),
    PIXCTL_REALTIME_URL: both('the address of the realtime channel, as --realtime-url', 'o endereço do canal em tempo real, como --realtime-url'),
    PIXCTL_API_KEY: both('the API key, service_live_...', 'a chave de API, service_live_...'),
    PIXCTL_WS_TOKEN: both('the WebSocket token, service_ws_...', 'o token do WebSocket, service_ws_...'),
    PIXCTL_WEBHOOK_SECRET: both('the webhook signing secret, whsec_...; several with spaces between them', 'o segredo de assinatura dos webhooks, whsec_...; vários, separados por espaços'),
    PIXCTL_INBOX_URL: both('the address of an inbox on PostgreSQL, as --inbox, but it may have a password', 'o endereço de uma caixa de entrada no PostgreSQL, como --inbox, mas pode ter senha'),
    PIXCTL_SANDBOX_API_KEY: both('the API key of a sandbox that starts; this and the next three with _FILE: the file that has it', 'a chave de API de um sandbox que inicia; esta e as três seguintes, com _FILE: o arquivo que tem o valor'),
    PIXCTL_SANDBOX_WS_TOKEN: both('its WebSocket token', 'o token do WebSocket dele'),
    PIXCTL_SANDBOX_WEBHOOK_URL: both('a webhook that it has from the start', 'um webhook que ele tem desde o início'),
    PIXCTL_SANDBOX_WEBHOOK_SECRET: both('the signing secret of that webhook', 'o segredo de assinatura desse webhook'),
    PIXCTL_LANG: both('the language of what people read, en or pt-BR, as --lang', 'o idioma das mensagens, en ou pt-BR, como --lang'),
    'LC_ALL, LC_MESSAGES, LANG': both('the language, if PIXCTL_LANG is not set', 'o idioma, se PIXCTL_LANG não estiver definida'),
    PIXCTL_CONFIG_DIR: both('the folder of config.json and of secrets that are stored in files', 'a pasta do config.json e dos segredos salvos em arquivos'),
    PIXCTL_DATA_DIR: both('the folder of journal, inbox and archive', 'a pasta do diário das cobranças criadas, da caixa de entrada e do arquivo local de cobranças'),
    PIXCTL_CACHE_DIR: both('the folder of compiled code, which may be deleted at any time', 'a pasta do código compilado, que pode ser apagada a qualquer momento'),
    PIXCTL_ALLOW_GROUP: both("1 lets the group read and write pixctl's files", '1 deixa o grupo ler e escrever os arquivos do pixctl'),
    'NO_COLOR, FORCE_COLOR': both(
      'print without colour, except a QR code; colour messages and help also where they go to no terminal (never data in a pipe)',
      'mostra sem cores, exceto o QR Code; mostra mensagens e ajuda com cores também fora de um terminal (nunca os dados que vão para outro programa)',
    ),
    'HTTPS_PROXY, NO_PROXY': both('a proxy for connections to the service; the hosts that need none', 'um proxy para as conexões com o serviço; os hosts que não precisam dele'),
    'PGPASSWORD, PGPASSFILE': both('the password of an inbox on PostgreSQL, or the file that has it', 'a senha de uma caixa de entrada no PostgreSQL, ou o arquivo que a contém'),
    TZ: both('the time zone of days and times', 'o fuso horário dos dias e das horas'),
  },
  aboutFormatting: both(
    'stdout has only data. Progress, questions, hints, warnings and errors go to stderr. What scripts read is the same in every language.',
    'A saída padrão (stdout) só tem dados. Andamento, perguntas, dicas, avisos e erros vão para a saída de erros (stderr). O que os scripts leem é igual em todos os idiomas.',
  ),
  formats: both('FORMATS', 'FORMATOS'),
  format: {
    terminal: {
      name: both('on a terminal', 'no terminal'),
      text: both('tables and labelled fields, amounts as R$ 1.234,56, times in the local zone', 'tabelas e campos com nome, valores como R$ 1.234,56, horas no fuso local'),
    },
    piped: {
      name: both('in a pipe or a file', 'para um programa (pipe) ou arquivo'),
      text: both(
        'tab-separated values without a header, amounts as 1234.56, times in ISO 8601 as the service gave them, nothing for null; one object is a line for each field: name, tab, value',
        'valores separados por tabulação, sem cabeçalho, valores como 1234.56, horas como vieram do serviço (ISO 8601, 2026-11-22T17:30:00Z), nada no lugar de null; um objeto é uma linha por campo: nome, tabulação, valor',
      ),
    },
    json: {
      name: both('--json', '--json'),
      text: both("the service's own object, indented; what streams is one object a line", 'o objeto do próprio serviço, indentado; em um fluxo, um objeto por linha'),
    },
    csv: {
      name: both('--csv', '--csv'),
      text: both('a header, then rows (RFC 4180); --csv-style excel-br for a Brazilian Excel or LibreOffice', 'um cabeçalho e depois as linhas (RFC 4180); --csv-style excel-br para o Excel ou o LibreOffice do Brasil'),
    },
    quiet: {
      name: both('-q, --quiet', '-q, --quiet'),
      text: both('only ids, one per line', 'só os ids, um por linha'),
    },
  },
  values: both('VALUES', 'VALORES'),
  value: {
    amount: {
      name: both('AMOUNT', 'VALOR'),
      text: both('35.90, 35,90, ,50, 1.234,56 or R$ 1.234,56; 1.000 is refused, because it could be two amounts', '35,90, 35.90, ,50, 1.234,56 ou R$ 1.234,56; 1.000 é recusado, porque podem ser dois valores'),
    },
    duration: {
      name: both('DURATION', 'DURAÇÃO'),
      text: both('500ms, 90s, 1.5m, 1h30m or 2d; a bare number is seconds, for --validity minutes', '500ms, 90s, 1.5m, 1h30m ou 2d; um número sozinho são segundos, em --validity minutos'),
    },
    time: {
      name: both('TIME', 'DATA'),
      text: both(
        'today, yesterday, day-before-yesterday, week, month; a day: 22/11, 22/11/2026 or 2026-11-22; a time: 22/11 14:30 or ISO 8601, local where it names no zone; or how long ago, such as 90m or 7d',
        'hoje, ontem, anteontem, semana, mês; um dia: 22/11, 22/11/2026 ou 2026-11-22; um horário: 22/11 14:30 ou 2026-11-22T14:30, local se não tiver fuso; ou há quanto tempo, como 90m ou 7d',
      ),
    },
    several: {
      name: both('several values', 'vários valores'),
      text: both('with commas, or the flag repeated: --status paid,expired', 'com vírgulas, ou repetindo a opção: --status paga,expirada'),
    },
  },
}
