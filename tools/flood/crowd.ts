/**
 * Senders that sign nothing, in their own process: `node crowd.ts stall|silent|header|forged PORT SECONDS`. They connect only
 * to this machine, with the limits below.
 */
import { connect } from 'node:net'

const [kind, port, seconds] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])]
const MAX_SECONDS = 10
const CONNECTIONS_PER_SECOND = 3_000
const STALLED = 97
/** How many may be opened in place of those that were cut. */
const MAX_AGAIN = 400
const TICK_MS = 10

const ALMOST_1_MIB = Buffer.alloc(1024 * 1024 - 1)
const signature = `X-Service-Delivery: dlv_0\r\nX-Service-Signature: t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}\r\n`
const head = (length: number) =>
  `POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n${signature}Content-Length: ${length}\r\n\r\n`

/** The longest that a cause is searched in, with much that a sender may have written in another way. */
const FORGED = `{"a":"${'</&>'.repeat(2_046)}"}`

let again = 0
if (kind === 'stall') for (let n = 0; n < STALLED; n++) stall()
else flood(kind === 'forged' ? head(FORGED.length) + FORGED : kind === 'header' ? head(200) : '')
setTimeout(() => process.exit(), 1000 * Math.min(seconds, MAX_SECONDS))

function stall(): void {
  const socket = connect(port, '127.0.0.1', () => {
    socket.write(head(ALMOST_1_MIB.length + 1))
    socket.write(ALMOST_1_MIB)
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    if (again++ < MAX_AGAIN) setTimeout(stall, 100)
  })
}

function flood(text: string): void {
  const start = performance.now()
  let opened = 0
  setInterval(() => {
    const due = ((performance.now() - start) / 1000) * CONNECTIONS_PER_SECOND
    while (opened < due) {
      opened++
      const socket = connect(port, '127.0.0.1', () => socket.write(text))
      socket.on('error', () => socket.destroy())
    }
  }, TICK_MS)
}
