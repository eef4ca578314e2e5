import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { cleanHtml, textOf } from './cleanHtml.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const ARTICLE = {
  module: 'devices',
  display_name: 'Weak batteries',
  title: 'What to do about a weak battery',
  body: '<p>Order a <strong>lithium pack</strong> below 20 %.</p>',
}
const SPANISH = { display_name: 'Baterías', title: 'Batería débil', body: '<p>Pida una pila nueva.</p>' }

async function makeArticle(more: object = {}): Promise<number> {
  const { status, body } = await server.as('employee').call('POST', '/help', { ...ARTICLE, ...more })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.help_article.help_article_id
}

async function titles(query: string): Promise<string[]> {
  const { body } = await server.as('customer').call('GET', `/help?page_size=0&${query}`)
  return body.help_articles.map(({ title }: { title: string }) => title)
}

describe('articles', () => {
  test('are read by every signed-in user, and written by staff only', async () => {
    const id = await makeArticle()
    expect((await server.as('customer_readonly').call('GET', `/help/${id}`)).status).toBe(200)
    expect((await server.as('customer').call('POST', '/help', ARTICLE)).status).toBe(405)
    expect((await server.as('customer').call('PATCH', `/help/${id}`, { title: 'x' })).status).toBe(405)
    const translation = await server.as('customer').call('PUT', `/help/${id}/translations/es`, SPANISH)
    expect(translation.status).toBe(405)
  })

  test('are found by a word of their text in any language, but not by markup', async () => {
    const id = await makeArticle({ title: 'About packs' })
    await server.as('employee').call('PUT', `/help/${id}/translations/es`, SPANISH)
    expect(await titles('search=lithium%20pack&module=devices')).toContain('About packs')
    expect(await titles('search=pila%20nueva')).toContain('About packs')
    expect(await titles('search=strong')).not.toContain('About packs')
    expect(await titles('search=lithium&module=people')).not.toContain('About packs')
  })

  test.each([
    ['reorder', 'Before the tank is empty', '<p>Order in good time.</p>'],
    ['propane', 'What is in it', '<p>Choose the product of the tank.</p>'],
    ['alarms', 'When it beeps', '<p>An alert is acknowledged here.</p>'],
    ['csv', 'From another program', '<p>Import customers.</p>'],
    ['API', 'For developers', '<p>A developer reads the description.</p>'],
    ['tank product', 'Both words apart', '<p>The product, then the tank.</p>'],
    ['develoepr', 'Spelled otherwise', '<p>A developer reads it.</p>'],
    ['lithum', 'Spelled too short', '<p>Order a lithium pack.</p>'],
  ])('are found by "%s"', async (search, title, body) => {
    await makeArticle({ title, body, display_name: 'Found' })
    expect(await titles(`search=${encodeURIComponent(search)}`)).toContain(title)
  })

  test('are not found by a part of a short word, nor by dissimilar words', async () => {
    await makeArticle({ title: 'Soon done', display_name: 'Rapid', body: '<p>Rapid work.</p>' })
    expect(await titles('search=api')).not.toContain('Soon done')
    expect(await titles('search=zyxwvut')).toEqual([])
  })

  test('come in the requested language, and in their own without a translation', async () => {
    const id = await makeArticle({ title: 'Two languages' })
    const saved = await server.as('employee').call('PUT', `/help/${id}/translations/es`, SPANISH)
    expect(saved.body.help_article.translations).toMatchObject([{ language: 'es', title: 'Batería débil' }])
    expect(await titles('search=lithium&language=es')).toContain('Batería débil')
    expect(await titles('search=lithium&language=fr')).toContain('Two languages')
    const own = await server.as('employee').call('PUT', `/help/${id}/translations/en`, {
      ...SPANISH,
      title: 'Rewritten',
    })
    expect(own.body.help_article).toMatchObject({ title: 'Rewritten', language: 'en' })
    expect((await server.as('employee').call('PUT', `/help/${id}/translations/xx`, SPANISH)).status).toBe(400)
    const empty = await server
      .as('employee')
      .call('PUT', `/help/${id}/translations/de`, { ...SPANISH, body: '' })
    expect(empty.status).toBe(422)
  })

  test('count one vote per reader: the latest', async () => {
    const id = await makeArticle()
    await server.as('customer').call('POST', `/help/${id}/vote`, { helpful: 1 })
    await server.as('driver').call('POST', `/help/${id}/vote`, { helpful: 0 })
    const { body } = await server.as('customer').call('POST', `/help/${id}/vote`, { helpful: 0 })
    expect(body.help_article).toMatchObject({ helpful: 0, unhelpful: 2, own_vote: 0 })
    expect((await server.as('customer').call('POST', `/help/${id}/vote`, { helpful: 2 })).status).toBe(422)
    expect((await server.as('customer').call('POST', '/help/999999/vote', { helpful: 1 })).status).toBe(404)
  })

  test('are refused if no text is left after sanitizing', async () => {
    const { status, body } = await server
      .as('employee')
      .call('POST', '/help', { ...ARTICLE, body: '<script>alert(1)</script>' })
    expect([status, body.errors]).toEqual([422, [expect.objectContaining({ field: 'body' })]])
  })
})

describe('sanitizing', () => {
  test.each([
    ['<p onclick="x()">a</p>', '<p>a</p>'],
    ['<a href="javascript:alert(1)">a</a>', '<a target="_blank" rel="noopener noreferrer">a</a>'],
    ['<a href="/devices">a</a>', '<a href="/devices">a</a>'],
    ['<a href="//evil.example">a</a>', '<a target="_blank" rel="noopener noreferrer">a</a>'],
    ['<img src="https://evil.example/x.png" />', ''],
    ['<img src="data:image/svg+xml;base64,PHN2Zz4=" />', ''],
    ['<img src="data:image/png;base64,aGk=" />', '<img src="data:image/png;base64,aGk=" />'],
    ['<iframe src="https://evil.example"></iframe><style>*{display:none}</style>b', 'b'],
    ['<h1>Big</h1><b>bold</b>', '<h2>Big</h2><strong>bold</strong>'],
    ['<svg><script>alert(1)</script></svg>', ''],
  ])('%s', (html, expected) => {
    expect(cleanHtml(html)).toBe(expected)
  })

  test('leaves clean text unchanged', () => {
    const clean = cleanHtml('<h2>A</h2><p>b <em>c</em> &amp; d</p><ul><li>e</li></ul>')
    expect(cleanHtml(clean)).toBe(clean)
    expect(textOf('<p> </p>')).toBe('')
  })
})
