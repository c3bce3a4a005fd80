/** Each browser gets the pages in its language, whatever that of the process is. */

import { beforeEach, describe, expect, it } from 'vitest'
import { demoSite, Frame } from './demo.tsx'
import { ORIGIN, Visitor } from './visitor.ts'

const PORTUGUESE = { 'accept-language': 'pt-BR,pt;q=0.9,en-US;q=0.8,en;q=0.7' }
const ENGLISH = { 'accept-language': 'en-US,en;q=0.9' }

let visitor: Visitor
beforeEach(async () => {
  visitor = await Visitor.loggedIn(demoSite({ onFault: () => {} }))
})

const languageOf = (page: string) => /<html lang="([^"]+)"/.exec(page)?.[1]

describe('the language of a page', () => {
  it.each([
    ['pt-BR,pt;q=0.9,en-US;q=0.8,en;q=0.7', 'pt-BR'],
    ['PT-br', 'pt-BR'],
    ['en-US,en;q=0.9,pt-BR;q=0.8', 'en'],
    ['en;q=0.5, pt-BR;q=0.6', 'pt-BR'],
    ['fr-FR,fr;q=0.9,pt;q=0.8,en;q=0.7', 'pt-BR'],
    ['pt-PT', 'pt-BR'],
    ['pt-BR;q=0,en', 'en'],
    ['', 'en'],
    [',;q=x,=,pt-BR', 'pt-BR'],
  ])('is that of the browser: Accept-Language %j is %s', async (header, language) => {
    const page = await visitor.text('/', { 'accept-language': header })
    expect(languageOf(page)).toBe(language)
    expect(page).toContain(language === 'en' ? 'Log out' : 'Sair')
  })

  it('is also that of its script', async () => {
    const page = await visitor.text('/', PORTUGUESE)
    expect(page).toMatch(/data-words="[^"]*Ao vivo/)
  })

  it.each([
    ['the login page', '/', { cookie: '' }, 401, 'Execute este comando.'],
    ['a page that is not there', '/nowhere', {}, 404, 'Esta página não existe.'],
    ['a fault', '/broken', {}, 500, 'O pixctl falhou aqui.'],
    ['a refusal', '/', { 'sec-fetch-site': 'cross-site' }, 403, 'Outro site pediu esta página.'],
    ['another address', '/', { host: 'evil.example' }, 403, 'Estas páginas só respondem'],
  ])('holds for %s', async (_what, path, headers, status, text) => {
    const answer = await visitor.get(path, { ...PORTUGUESE, ...headers })
    const page = await answer.text()
    expect([answer.status, languageOf(page)]).toEqual([status, 'pt-BR'])
    expect(page).toContain(text)
  })

  it('holds for what a form is answered', async () => {
    const csrf = await visitor.csrf()
    expect(await (await visitor.post('/keys', { csrf: '' }, PORTUGUESE)).text()).toContain('desatualizado')
    expect(await (await visitor.post('/login', { code: 'x' }, PORTUGUESE)).text()).toContain('já foi usado')
    await visitor.post('/keys', { csrf, name: 'x' }, PORTUGUESE)
    expect(await visitor.text('/keys', PORTUGUESE)).toContain('Isto só aparece uma vez.')
  })

  it('does not mix with that of a browser that asks meanwhile', async () => {
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const site = demoSite()
    site.get('/slow/:gate', async page => {
      await gates[Number(page.param('gate'))]!.promise
      return <Slow page={page} />
    })
    const both = await Visitor.loggedIn(site)
    const waiting = [both.text('/slow/0', PORTUGUESE), both.text('/slow/1', ENGLISH)]
    expect(await both.text('/', ENGLISH)).toContain('Log out')
    expect(await both.text('/', PORTUGUESE)).toContain('Sair')
    gates[1]!.resolve()
    expect(await waiting[1]).toMatch(/lang="en".*Log out/s)
    gates[0]!.resolve()
    expect(await waiting[0]).toMatch(/lang="pt-BR".*Sair/s)
  })
})

/** Is there only later, as a QR code. */
async function Slow({ page }: { page: Parameters<typeof Frame>[0]['page'] }) {
  await new Promise(setImmediate)
  return (
    <Frame page={page} title="Slow">
      {'…'}
    </Frame>
  )
}

describe('the button for the other language', () => {
  const choose = (language: string, to = '/', headers = {}) =>
    visitor.post('/language', { language, to }, headers)

  it('is in each page, and names that language in its own', async () => {
    const page = await visitor.text('/?search=a&b=c', ENGLISH)
    expect(page).toMatch(/<button [^>]*lang="pt-BR">Português</)
    expect(page).toContain('name="to" value="/?search=a&amp;b=c"')
    expect(await visitor.text('/', PORTUGUESE)).toMatch(/<button [^>]*lang="en">English</)
    visitor.cookie = ''
    expect(await visitor.text('/keys', ENGLISH)).toMatch(/name="to" value="\/keys".*>Português</s)
  })

  it('leads back to the page, and this browser keeps the choice', async () => {
    const answer = await choose('pt-BR', '/keys?x=1', ENGLISH)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/keys?x=1'])
    const [cookie = '', ...attributes] = answer.headers.get('set-cookie')!.split('; ')
    expect(cookie).toBe('pixctl_language=pt-BR')
    expect(attributes).toEqual(expect.arrayContaining(['HttpOnly', 'SameSite=Strict', 'Path=/']))
    visitor.cookie += `; ${cookie}`
    expect(languageOf(await visitor.text('/', ENGLISH))).toBe('pt-BR')
    const back = (await choose('en')).headers.get('set-cookie')!.split(';')[0]
    visitor.cookie = visitor.cookie.replace(cookie, back!)
    expect(languageOf(await visitor.text('/', PORTUGUESE))).toBe('en')
  })

  it('leads nowhere else, and knows no other language', async () => {
    const answer = await choose('fr', 'https://example.com/')
    expect(answer.headers.get('location')).toBe('/')
    expect(answer.headers.get('set-cookie')).toContain('pixctl_language=en')
    visitor.cookie += '; pixctl_language=fr'
    expect(languageOf(await visitor.text('/', PORTUGUESE))).toBe('pt-BR')
  })

  it('is for this page only', async () => {
    const origin = ORIGIN.replace(/\d+$/, '1')
    expect((await choose('pt-BR', '/', { origin })).status).toBe(403)
    expect((await visitor.get('/language')).status).toBe(404)
  })
})

it('an open page stays in its language when another one is chosen in a second window', async () => {
  visitor.cookie += '; pixctl_language=pt-BR'
  const update = await visitor.text('/', { ...PORTUGUESE, 'pixctl-live': 'en' })
  expect(update).toMatch(/lang="en".*Log out/s)
})
