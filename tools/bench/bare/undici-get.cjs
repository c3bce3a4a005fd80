// The least that a program on undici can do for `pixctl balance`.
'use strict'

const { request } = require('undici')

const { PIXCTL_API_KEY, PIXCTL_BASE_URL } = process.env
request(`${PIXCTL_BASE_URL}/balance`, { headers: { authorization: `Bearer ${PIXCTL_API_KEY}` } }).then(
  async ({ body }) => {
    process.stdout.write(`${(await body.json()).data.availableBalance}\n`)
    process.exit()
  },
)
