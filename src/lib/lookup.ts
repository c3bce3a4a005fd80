import { lookup as ofSystem } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { isLoopback } from './plain-address.ts'

const OWN = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

/** For sockets. What is named as this machine is this machine: no name server is asked, which could say otherwise. */
export const lookup: LookupFunction = (name, options, done) => {
  if (!isLoopback(name)) ofSystem(name, options, done)
  else if (options.all) done(null, OWN)
  else done(null, '127.0.0.1', 4)
}
