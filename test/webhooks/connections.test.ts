/** Which connection is ended by a new one if there are too many. */

import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { Connections } from '../../src/webhooks/connections.ts'

/** Four places, and what was ended, by name. */
function places() {
  const connections = new Connections(4)
  const ended: string[] = []
  const connect = (name: string): Socket => {
    const socket = Object.assign(new EventEmitter(), {
      destroyed: false,
      destroy: () => {
        socket.destroyed = true
        ended.push(name)
        socket.emit('close')
      },
    })
    connections.add(socket as unknown as Socket)
    return socket as unknown as Socket
  }
  const read = (name: string): Socket => {
    const socket = connect(name)
    connections.read(socket)
    return socket
  }
  return { connections, connect, read, ended }
}

it('a crowd that sends nothing closes no connection that is sending', () => {
  const { connect, read, ended } = places()
  read('sending')
  for (let n = 1; n <= 6; n++) connect(`silent ${n}`)
  expect(ended).toEqual(['silent 1', 'silent 2', 'silent 3'])
})

it('a crowd of unfinished requests closes no connection that is new', () => {
  const { connect, read, ended } = places()
  for (let n = 1; n <= 4; n++) read(`sending ${n}`)
  connect('new')
  connect('newer')
  expect(ended).toEqual(['sending 1', 'sending 2'])
})

it('if both have many connections, each keeps half of the places', () => {
  const { connect, read, ended } = places()
  for (let n = 1; n <= 4; n++) {
    read(`sending ${n}`)
    connect(`silent ${n}`)
  }
  expect(ended).toEqual(['silent 1', 'sending 1', 'silent 2', 'sending 2'])
})

it('one whose request is in progress is not closed, and counts as idle once it is answered', () => {
  const { connections, connect, read, ended } = places()
  const inHand = read('in hand')
  connections.begin(inHand)
  for (let n = 1; n <= 4; n++) connect(`silent ${n}`)
  expect(ended).toEqual(['silent 1'])
  connections.done(inHand)
  for (let n = 5; n <= 8; n++) connect(`silent ${n}`)
  expect(ended).toContain('in hand')
})
