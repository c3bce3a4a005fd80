/**
 * The main job: the sandbox starts, a charge is created and its QR code shown, and it is paid. The payment is shown
 * live, its signed delivery is verified and forwarded to a receiver, the charge is confirmed. Then three customers are
 * charged from a file, and the day is totalled. Every step is a public command.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, isSignedBy, startListener, startReceiver, startSandbox, startTail } from './live.ts'
import { cleanUp, folder, pixctl, show, stop } from './machine.ts'
import { pause, roomForQr, say, summary } from './screen.ts'

/** How long the QR code stays, in seconds. */
const QR_S = 10
const CUSTOMERS = `reference;amount;description
order-1;35,90;Açaí, 2 large
order-2;120,00;Birthday cake
order-3;8,50;Two coffees
`

const receiver = await startReceiver()
try {
  await startSandbox('1/9 Start the service, on this machine')
  const port = await freePort()
  const { secret } = JSON.parse(
    await pixctl('sandbox', 'webhook', 'add', `http://127.0.0.1:${port}/`, '--json'),
  )
  const listener = await startListener('2/9 Take its webhooks', port, receiver.url)
  const tail = await startTail('3/9 Watch its events')
  const before = await balance()
  await pause(2)

  await roomForQr()
  const coffee = ['--amount', '10.50', '--description', 'Coffee, table 4']
  await show('4/9 Create a charge', 'charge', 'create', ...coffee, '--qr', 'terminal')
  const [id = ''] = lines(await pixctl('charges', 'list', '-q'))
  say('Now the customer would scan it and pay. The sandbox has no customer: the next command pays.')
  await pause(QR_S)

  await show('5/9 The customer pays', 'sandbox', 'pay', id, '-q')
  await tail.shows('payment.approved', id)
  say('events tail has shown payment.approved')
  const paid = await receiver.received('payment.approved')
  if (!isSignedBy(secret, paid) || JSON.parse(paid.body).data.paymentId !== id) {
    throw new Error('what the receiver was forwarded is not what the sandbox signed')
  }
  say('webhook listen has verified payment.approved, saved it, and forwarded it')
  await pause(3)

  await show('6/9 Check it before you hand over the coffee', 'charge', 'confirm', id, ...coffee, '-q')
  await pause(3)

  writeFileSync(join(folder, 'customers.csv'), CUSTOMERS)
  await show('7/9 Charge three customers', 'charge', 'create', '--from', 'customers.csv')
  const [first] = lines(await pixctl('charge', 'create', '--from', join(folder, 'customers.csv'), '-q'))
  const made = lines(await pixctl('charges', 'list', '-q'))
  if (made.length !== 4) throw new Error(`there are ${made.length} charges, not 4`)
  say('The same file, a second time, has made no second charge.')
  await pixctl('sandbox', 'pay', first!)
  await tail.shows('payment.approved', first!)
  say('The first customer has paid.')
  await pause(3)

  await show('8/9 Close the day', 'report')
  await pause(3)
  await show('9/9 See the balance', 'balance')
  const grown = (await balance()) - before
  const net = await paidNet()
  if (grown !== net) throw new Error(`${net} centavos were paid, and the balance has grown by ${grown}`)
  await stop(tail.child)
  await stop(listener)
  await pause(2)
  summary(
    [
      'A charge was created, shown as a QR code, and paid.',
      'Its payment was seen live. Its signed webhook was verified, saved and forwarded.',
      'charge confirm said that it is paid, for the right amount.',
      'Three customers were charged from a file, each once.',
      `The report and the balance agree: R$ ${(net / 100).toFixed(2).replace('.', ',')} after fees.`,
      'All of it happened on this machine, and its data is deleted.',
    ],
    ['npx pixctl sandbox start', 'npx pixctl charge create', 'npx pixctl --help'],
  )
} finally {
  receiver.close()
  await cleanUp()
}

function lines(output: string): string[] {
  return output.trim().split('\n')
}

/** The wallet's balance in centavos. */
async function balance(): Promise<number> {
  return centavos(JSON.parse(await pixctl('balance', '--json')).availableBalance)
}

/** What was paid in the last days, after fees, in centavos: the demo may run over midnight. */
async function paidNet(): Promise<number> {
  const { total } = JSON.parse(await pixctl('report', '--since', 'yesterday', '--json'))
  return centavos(total.netAmount)
}

function centavos(reais: number): number {
  return Math.round(reais * 100)
}
