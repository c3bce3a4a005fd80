import { both } from '#lib/language.ts'

export const texts = {
  summary: both('not offered by the service; says how to let a charge end', 'cancelamento não existe no serviço; explica o que fazer'),
  help: both(
    "The service has no call that cancels a charge, so this command changes nothing and always ends with 2. Let the charge expire: until then it can be paid, so hand nothing over for it, and don't show its code again. A charge that should end soon can be created with --validity 30m, the shortest. A payment can still arrive late: charge wait --late waits for it.",
    'O serviço não tem como cancelar uma cobrança. Por isso, este comando não muda nada e sempre termina com 2. Deixe a cobrança expirar: até lá ela pode ser paga; não entregue a mercadoria nem mostre o código de novo. Uma cobrança que deve terminar logo pode ser criada com --validity 30m, a menor validade. Um pagamento ainda pode chegar atrasado: charge wait --late aguarda por ele.',
  ),
  notOffered: both("the service has no cancel, so pixctl can't end a charge", 'cancelamento não existe no serviço; por isso, o pixctl não pode encerrar uma cobrança'),
  letExpire: both("let the charge expire: until then it can be paid, so hand nothing over for it, and don't show its code again", 'deixe a cobrança expirar: até lá ela pode ser paga; não entregue a mercadoria nem mostre o código de novo'),
  shortValidity: both('create charges that should end soon with --validity 30m, the shortest', 'crie com --validity 30m, a menor validade, as cobranças que devem terminar logo'),
  mayBeLate: both('a payment can still arrive late', 'um pagamento ainda pode chegar atrasado'),
  toWait: both('to wait for one', 'para aguardar um'),
}
