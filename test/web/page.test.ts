/** What a logged-in browser gets: pages, notices, secrets, and text from outside. */

import { beforeEach, describe, expect, it } from 'vitest'
import { Session } from '#web/sessions.ts'
import { type DemoData, demoData, demoSite } from './demo.tsx'
import { Visitor } from './visitor.ts'

let data: DemoData
let visitor: Visitor

beforeEach(async () => {
  data = demoData()
  visitor = await Visitor.loggedIn(demoSite({ data }))
})

const LIVE = { 'pixctl-live': '1' }
const SECRET = 'sk_sandbox_51f0c2a7e9d84b6f'

describe('a new secret', () => {
  beforeEach(async () => {
    const answer = await visitor.post('/keys', { csrf: await visitor.csrf(), name: 'shop' })
    expect(answer.headers.get('location')).toBe('/keys')
    expect(await answer.text()).toBe('')
  })

  it('is shown once, with the notice', async () => {
    const first = await visitor.text('/keys')
    expect(first).toContain(SECRET)
    expect(first).toContain('The key shop was made.')
    const second = await visitor.text('/keys')
    expect(second).not.toContain(SECRET)
    expect(second).not.toContain('The key shop was made.')
  })

  it('is not shown by a live update, which leaves it for the page', async () => {
    expect(await visitor.text('/keys', LIVE)).not.toContain(SECRET)
    expect(await visitor.text('/keys')).toContain(SECRET)
  })

  it('is not shown to a page that a browser loads in advance', async () => {
    expect(await visitor.text('/keys', { 'sec-purpose': 'prefetch;prerender' })).not.toContain(SECRET)
    expect(await visitor.text('/keys')).toContain(SECRET)
  })

  it('is not shown by another page, such as one in a second window', async () => {
    expect(await visitor.text('/')).not.toContain(SECRET)
    expect(await visitor.text('/keys?x=1')).not.toContain(SECRET)
    expect(await visitor.text('/keys')).toContain(SECRET)
  })

  it('is not shown to another session', async () => {
    const other = await Visitor.loggedIn(visitor.site)
    expect(await other.text('/keys')).not.toContain(SECRET)
    expect(await visitor.text('/keys')).toContain(SECRET)
  })

  it('is forgotten when 20 other pages wait for theirs', () => {
    const session = new Session('id')
    const once = { notices: [], secrets: [{ label: 'API key', value: SECRET }] }
    for (let count = 0; count <= 20; count++) session.keep(`/${count}`, once)
    expect(session.claim('/0').secrets).toEqual([])
    expect(session.claim('/1').secrets).toEqual(once.secrets)
  })
})

describe('a form that is sent twice', () => {
  /** How many keys were made, as the page says, and what it says besides. */
  async function made() {
    const page = await visitor.text('/keys')
    return { keys: page.split('The key shop was made.').length - 1, page }
  }

  async function hidden() {
    const page = await visitor.text('/keys')
    return { csrf: await visitor.csrf(), once: /name="once" value="([^"]+)"/.exec(page)?.[1] ?? '' }
  }

  it('changes something once, and leads to the same page', async () => {
    const form = { ...(await hidden()), name: 'shop' }
    const answers = await Promise.all([visitor.post('/keys', form), visitor.post('/keys', form)])
    answers.push(await visitor.post('/keys', form))
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303])
    expect(answers.map(({ headers }) => headers.get('location'))).toEqual(['/keys', '/keys', '/keys'])
    const { keys, page } = await made()
    expect(keys).toBe(1)
    expect(page).toContain(SECRET)
    expect(page).toContain('This form was sent before')
  })

  it('is another form after the page was loaded again, or with something else in it', async () => {
    const first = { ...(await hidden()), name: 'shop' }
    const again = { ...(await hidden()), name: 'shop' }
    await visitor.post('/keys', first)
    await visitor.post('/keys', again)
    await visitor.post('/keys', { ...first, more: 'x' })
    expect((await made()).keys).toBe(3)
  })

  it('can be sent again after a refusal, and is accepted then', async () => {
    const session = new Session('id')
    const statuses = [422, 303]
    const answer = async () => new Response(null, { status: statuses.shift()! })
    expect((await session.answerOnce('form', answer)).status).toBe(422)
    expect((await session.answerOnce('form', answer)).status).toBe(303)
  })
})

describe('a form that asks first', () => {
  const PATH = '/charges/pay_8fK21xQ9mZ'
  /** The hidden fields of the form that lets the charge fail, in a page. */
  function fieldsOf(page: string) {
    const [form = ''] = new RegExp(`<form[^>]*action="${PATH}/fail".*?</form>`, 's').exec(page) ?? []
    const fields = [...form.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)]
    return Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value]))
  }

  it('changes nothing: a page asks, and its form does it', async () => {
    const form = { ...fieldsOf(await visitor.text(PATH)), reason: 'a & b' }
    const answer = await visitor.post(`${PATH}/fail`, form)
    expect(answer.status).toBe(422)
    expect(data.charges[1]?.status).toBe('PENDING')
    const page = await answer.text()
    expect(page).toContain('<h1>Let it fail?</h1>')
    expect(page).toContain('A failed charge can not be paid.')
    expect(page).toContain(`href="${PATH}"`)
    const asked = fieldsOf(page)
    expect(asked).toEqual({ ...form, reason: 'a &amp; b', confirmed: 'yes' })
    expect((await visitor.post(`${PATH}/fail`, asked)).status).toBe(303)
    expect(data.charges[1]?.status).toBe('FAILED')
  })
})

it('shows a form again that was refused, with what was typed', async () => {
  const answer = await visitor.post('/keys', { csrf: await visitor.csrf(), name: ' ' })
  expect(answer.status).toBe(422)
  const page = await answer.text()
  expect(page).toContain('<p class="error" id="name-error">A name is needed.</p>')
  expect(page).toContain('aria-describedby="name-hint name-error"')
})

describe('an error', () => {
  it.each([
    ['/charges/pay_x', 404, 'No such charge'],
    ['/nowhere', 404, 'There is no such page.'],
  ])('of %s keeps the navigation', async (path, status, text) => {
    const answer = await visitor.get(path)
    expect(answer.status).toBe(status)
    const page = await answer.text()
    expect(page).toContain(text)
    expect(page).toContain('<nav aria-label="Main"')
  })
})

// The strings that terminals are attacked with, and those for browsers.
const CONTROLS: [text: string, shown: string][] = [
  ['a\u001b[31mb', 'a\\u001b[31mb'],
  ['\u009b2J', '\\u009b2J'],
  ['x\u202ey\u2066z', 'x\\u202ey\\u2066z'],
  ['\u2028\u2029\u200f\u061c\u007f\u0000', '\\u2028\\u2029\\u200f\\u061c\\u007f\\u0000'],
  ['\ud800', '\\ud800'],
]
const MARKUP = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' autofocus onfocus='alert(1)",
  '</title><svg onload=alert(1)>',
  '&lt;b&gt;',
  '<!--',
  ']]>',
]

describe('text from outside', () => {
  it.each(CONTROLS)('is shown without what it does: %j', async (text, shown) => {
    data.charges[1]!.description = text
    for (const path of ['/', '/charges/pay_8fK21xQ9mZ']) {
      const page = await visitor.text(path)
      expect(page).toContain(shown)
      expect(page).not.toContain(text)
    }
  })

  it.each(MARKUP)('is text, in elements and in attributes: %s', async text => {
    const charge = data.charges[1]!
    charge.description = text
    const clean = tagsOf(await visitor.text('/?search=x'))
    expect(tagsOf(await visitor.text(`/?search=${encodeURIComponent(text)}`))).toEqual(clean)
    charge.description = 'x'
    const one = tagsOf(await visitor.text('/charges/pay_8fK21xQ9mZ'))
    charge.description = text
    charge.id = text
    expect(tagsOf(await visitor.text(`/charges/${encodeURIComponent(text)}`))).toEqual(one)
  })
})

/** The names of the elements of a page with the names of their attributes, in order. */
function tagsOf(page: string): string[] {
  return [...page.matchAll(/<(\/?[a-z][^\s>]*)((?:\s+[^\s=>]+(?:="[^"]*")?)*)\s*\/?>|<!?[^a-z/]?/g)].map(
    ([all, name, attributes = '']) =>
      name ? `${name} ${[...attributes.matchAll(/([^\s=]+)(="[^"]*")?/g)].map(([, each]) => each)}` : all,
  )
}
