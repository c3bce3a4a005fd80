/** The shop behind the listeners: it takes every delivery at /pix, and `GET /` tells how often each one came. */
import { createServer } from 'node:http'

const came: Record<string, number> = {}

createServer((request, response) => {
  request.resume().on('end', () => {
    if (request.method === 'GET') return response.end(JSON.stringify(came))
    const id = String(request.headers['x-service-delivery'])
    came[id] = (came[id] ?? 0) + 1
    response.writeHead(request.url === '/pix' ? 204 : 404).end()
  })
}).listen(3000)
