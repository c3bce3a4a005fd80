import { both, plural } from '#lib/language.ts'

export const texts = {
  summary: both('test whether an endpoint handles webhooks correctly', 'testa se um endpoint trata webhooks corretamente'),
  description: both(
    "Sends signed and forged test events with made-up payments, and checks the answers. With --order it checks a shop against the profile's sandbox: orders that are paid, unpaid, paid late or while the charge can't be read. What it sends stays at the endpoint, with ids that begin with pixctl_test_. If valid ones are refused, names the mistake. Exit 10 if a check fails. When piped, the columns are name, passed, expected, got, section of docs/service.md, advice.",
    'Envia eventos de teste assinados e forjados, com pagamentos fictícios, e confere as respostas. Com --order, verifica uma loja com o sandbox do perfil: pedidos pagos, não pagos, pagos com atraso ou enquanto não é possível ler a cobrança. O que ele envia fica no endpoint, com ids que começam com pixctl_test_. Se os válidos são recusados, diz qual é o erro. Código de saída 10 se uma verificação falha. Com a saída em um pipe, as colunas são name, passed, expected, got, seção de docs/service.md, advice.',
  ),
  orderFlag: both(
    () => "instead of a receiver, check what a shop does: an order's address, with {paymentId} in it",
    () => 'em vez de um receptor, verifica o que uma loja faz: o endereço de um pedido, com {paymentId}',
  ),
  deliveredFlag: both("what the order's answer holds, once for each time, when the goods are handed over", 'o que a resposta do pedido contém quando a mercadoria é entregue, uma vez para cada entrega'),
  shopFlag: both('where an order begins, by a POST; by default check creates the charges itself', 'onde um pedido começa, por um POST; por padrão, o próprio check cria as cobranças'),
  shopBodyFlag: both('the body of that POST; by default an empty JSON object', 'o corpo desse POST; o padrão é um objeto JSON vazio'),
  oneOfBoth: both('give the URL of a receiver, or --order, not both', 'passe a URL de um receptor ou --order, e não os dois'),
  receiverOr: both('a receiver: pixctl webhook check http://localhost:3000/webhook', 'um receptor: pixctl webhook check http://localhost:3000/webhook'),
  orOrders: both(
    () => "or what a shop does: pixctl webhook check --order 'http://localhost:3000/orders/{paymentId}' --delivered 'delivered 1'",
    () => "ou o que uma loja faz: pixctl webhook check --order 'http://localhost:3000/orders/{paymentId}' --delivered 'delivered 1'",
  ),
  noPlace: both(
    () => '--order has no {paymentId}: every order would be the same',
    () => '--order não tem {paymentId}: todos os pedidos seriam o mesmo',
  ),
  addPlace: both(
    () => "put it where the charge's id belongs, such as http://localhost:3000/orders/{paymentId}",
    () => 'coloque onde vai o id da cobrança, como em http://localhost:3000/orders/{paymentId}',
  ),
  noText: both('--delivered is empty, and every answer would hold it', '--delivered está vazio, e qualquer resposta o conteria'),
  giveText: both('give a text that only the answer of a delivered order has', 'passe um texto que só a resposta de um pedido entregue tem'),
  notASandbox: both('the store at {url} is not a sandbox: nothing was created', 'a loja em {url} não é um sandbox: nada foi criado'),
  useSandbox: both('use the profile of a sandbox: add --profile sandbox', 'use o perfil de um sandbox: acrescente --profile sandbox'),
  startOne: both('start one with', 'inicie um com'),
  noEndpoint: both('no endpoint of this sandbox gets payment.approved, so the shop would hear of no payment', 'nenhum endpoint deste sandbox recebe payment.approved, então a loja não saberia de nenhum pagamento'),
  addEndpoint: both("add the shop's", 'adicione o da loja'),
  endpointAddress: both("the endpoint's address", 'o endereço do endpoint'),
  ordering: both('SANDBOX at {host}: orders that are paid there, seen at {url}', 'SANDBOX em {host}: pedidos pagos nele, vistos em {url}'),
  noCharge: both('no charge was created: the shop answered {status} "{start}"', 'nenhuma cobrança foi criada: a loja respondeu {status} "{start}"'),
  readLog: both("the shop's log may say why", 'o log da loja pode dizer o motivo'),
  giveBody: both("an order's body is that of --shop-body FILE; its Content-Type can be given by --forward-header", 'o corpo de um pedido é o de --shop-body ARQUIVO; o Content-Type pode ser dado com --forward-header'),

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
