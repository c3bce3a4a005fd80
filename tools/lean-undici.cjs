// The part of undici that pixctl uses. The package's index loads fetch, WebSocket, mocks and caches
// too, which costs every command that talks to the service as much again as starting Node.
'use strict'

const Dispatcher = require('undici/lib/dispatcher/dispatcher.js')
Dispatcher.prototype.request = require('undici/lib/api/api-request.js')
// For the CONNECT of a proxy.
Dispatcher.prototype.connect = require('undici/lib/api/api-connect.js')

exports.Agent = require('undici/lib/dispatcher/agent.js')
Object.defineProperty(exports, 'EnvHttpProxyAgent', {
  enumerable: true,
  get: () => require('undici/lib/dispatcher/env-http-proxy-agent.js'),
})
