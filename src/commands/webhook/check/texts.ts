import { both, plural } from '#lib/language.ts'

export const texts = {
  summary: both('test whether an endpoint handles webhooks correctly', 'testa se um endpoint trata webhooks corretamente'),
  description: both(
    'Sends signed and forged test events with made-up payments, and checks the answers. What it sends stays at the endpoint, with ids that begin with pixctl_test_. If valid ones are refused, names the mistake. Exit 10 if a check fails. When piped, the columns are name, passed, expected, got, section of docs/service.md, advice.',
    'Envia eventos de teste assinados e forjados, com pagamentos fictícios, e confere as respostas. O que ele envia fica no endpoint, com ids que começam com pixctl_test_. Se os válidos são recusados, diz qual é o erro. Código de saída 10 se uma verificação falha. Com a saída em um pipe, as colunas são name, passed, expected, got, seção de docs/service.md, advice.',
  ),
  urlArgument: both('the endpoint to test', 'o endpoint a testar'),
  yesFlag: both('send to another machine without asking', 'envia para outro computador sem perguntar'),
  unfinished: both('the run did not finish', 'a execução não terminou'),
  sending: both('sending signed test events to {url}', 'enviando eventos de teste assinados para {url}'),
  signedWith: both('signed with {secret}', 'assinados com {secret}'),
  progress: both('{number} of {total}: {name}', '{number} de {total}: {name}'),
  searching: both('looking for the cause: {number}', 'procurando a causa: {number}'),
  allPassed: both('all {total} checks passed', 'todas as {total} verificações passaram'),
  someFailed: both(
    (failed: number, total: number, skipped: number) => `${failed} of ${total} checks failed${skipped === 0 ? '' : `, ${skipped} skipped`}`,
    (failed, total, skipped) => {
      const rest = skipped === 0 ? '' : `, ${skipped} ${plural(skipped, 'pulada', 'puladas')}`
      return `${failed} de ${total} verificações ${plural(failed, 'falhou', 'falharam')}${rest}`
    },
  ),

  seeAdvice: both('the output says what to do about each of them', 'a saída diz o que fazer em cada caso'),
  check: both('CHECK', 'VERIFICAÇÃO'),
  result: both('RESULT', 'RESULTADO'),
  expected: both('EXPECTED', 'ESPERADO'),
  got: both('GOT', 'RECEBIDO'),
  isSkipped: both('skipped', 'pulada'),
  isPassed: both('passed', 'passou'),
  isFailed: both('FAILED', 'FALHOU'),
  mistake: both('cause: {name}', 'causa: {name}'),
  skipped: both('skipped', 'puladas'),
  whySkipped: both("These checks can't show anything yet: correct what failed, and check again.", 'Estas verificações ainda não provam nada: corrija o que falhou e verifique de novo.'),
  unseen: both(
    'What answers cannot show: whether it saved the event on disk before it answered, and whether it processes each event id only once. Look in its code and its data.',
    'O que as respostas não mostram: se ele salvou o evento em disco antes de responder, e se processa cada id de evento uma só vez. Confira no código e nos dados dele.',
  ),
}
