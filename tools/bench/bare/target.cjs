// A target of forwarding that answers 204 after some milliseconds, by argument. Prints its port. `GET /FROM/TO` tells how
// many milliseconds passed from the arrival of one event to that of another, once that one has come.
'use strict'

const { createServer } = require('node:http')

const afterMs = Number(process.argv[2])
const times = []
let waiting = () => {}

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    const [, from, to] = request.url.split('/').map(Number)
    waiting = () => {
      if (times.length <= to) return
      response.end(String(times[to] - times[from]))
      waiting = () => {}
    }
    waiting()
    return
  }
  times.push(performance.now())
  request.resume()
  request.on('end', () => setTimeout(() => response.writeHead(204).end(), afterMs))
  waiting()
})
server.listen(0, '127.0.0.1', () => console.log(server.address().port))
