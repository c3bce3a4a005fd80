// The least that a program on undici can do for `pixctl charges list --all --json`: no checks, no escaping.
'use strict'

const { once } = require('node:events')
const { request } = require('undici')

const { PIXCTL_API_KEY, PIXCTL_BASE_URL } = process.env

async function walk() {
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { body } = await request(`${PIXCTL_BASE_URL}/payments?page=${page}&limit=100`, {
      headers: { authorization: `Bearer ${PIXCTL_API_KEY}` },
    })
    const { data, pagination } = await body.json()
    pages = Math.ceil(pagination.total / 100)
    const rows = data.map(charge => `${JSON.stringify(charge)}\n`).join('')
    if (!process.stdout.write(rows)) await once(process.stdout, 'drain')
  }
}

walk().then(() => process.stdout.write('', () => process.exit()))
