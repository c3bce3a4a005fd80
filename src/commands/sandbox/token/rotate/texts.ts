import { both } from '#lib/language.ts'

export const texts = {
  summary: both('replace the WebSocket token', 'troca o token do WebSocket'),
  description: both(
    'The old token is refused and its connections are closed. The profile has the new one, which is shown only once.',
    'O token antigo é recusado e as conexões dele são fechadas. O perfil recebe o novo, que só aparece uma vez.',
  ),
  token: both('WebSocket token', 'Token do WebSocket'),
  copyNow: both(
    "the profile has it already; copy it now for other programs: it won't be shown again",
    'o perfil já tem o token; copie agora para outros programas: ele não aparece de novo',
  ),
}
