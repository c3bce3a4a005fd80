// The least that a program on node:http can do for `pixctl balance`.
'use strict'

const { get } = require('node:http')

const { PIXCTL_API_KEY, PIXCTL_BASE_URL } = process.env
get(`${PIXCTL_BASE_URL}/balance`, { headers: { authorization: `Bearer ${PIXCTL_API_KEY}` } }, response => {
  let text = ''
  response.setEncoding('utf8')
  response.on('data', chunk => {
    text += chunk
  })
  response.on('end', () => {
    process.stdout.write(`${JSON.parse(text).data.availableBalance}\n`)
    process.exit()
  })
})
