// Calls the POST of a Next.js route handler with the Request of the web standard. It isn't Next.js.

import { createServer } from 'node:http'
import { join } from 'node:path'

const { POST } = await import(join(process.cwd(), 'route.js'))

createServer(async (incoming, outgoing) => {
  const chunks = []
  for await (const chunk of incoming) chunks.push(chunk)
  const { method, headers } = incoming
  const request = new Request('http://localhost/webhook', { method, headers, body: Buffer.concat(chunks) })
  const response = await POST(request)
  outgoing.writeHead(response.status).end()
}).listen(Number(process.env.PORT), '127.0.0.1')
