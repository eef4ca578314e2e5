import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { HELP_MODULES } from '#core/domains/help/help_articles.ts'
import { cleanHtml } from '#server/domains/help/cleanHtml.ts'
import { projectRoot } from '#server/platform/projectRoot.ts'
import { HELP_ARTICLES } from './baseHelp.ts'

const FOLDER = path.join(projectRoot, 'web/public/help')
const MAX_BYTES = 60_000

describe('the help articles of the product', () => {
  test('have distinct numbers and titles in each language', () => {
    for (const names of [
      HELP_ARTICLES.map(({ help_article_id }) => help_article_id),
      HELP_ARTICLES.map(({ en }) => en.title),
      HELP_ARTICLES.map(({ es }) => es.title),
    ])
      expect(new Set<string | number>(names).size).toBe(HELP_ARTICLES.length)
  })

  test.each(HELP_ARTICLES.map((article) => [article.en.display_name, article] as const))(
    '“%s” has the same content in both languages, and keeps it when staff rewrite it',
    (_, { module, en, es }) => {
      expect(HELP_MODULES).toContain(module)
      expect(marksOf(es.body)).toEqual(marksOf(en.body))
      for (const { body } of [en, es]) expect(marksOf(cleanHtml(body))).toEqual(marksOf(body))
    },
  )

  test('show pictures that exist in the article’s language and are small, and no others are stored', () => {
    const shown = (['en', 'es'] as const).flatMap((language) =>
      HELP_ARTICLES.flatMap((article) =>
        [...article[language].body.matchAll(/src="\/help\/([^"]+)"/g)].map(([, file = '']) => {
          expect(file).toMatch(new RegExp(`\\.${language}\\.webp$`))
          return file
        }),
      ),
    )
    expect(fs.readdirSync(FOLDER).sort()).toEqual([...new Set(shown)].sort())
    const heavy = shown.filter((file) => fs.statSync(path.join(FOLDER, file)).size > MAX_BYTES)
    expect(heavy).toEqual([])
  })
})

/** The tags of a rich text in order, without its text. */
function marksOf(html: string): string[] {
  return [...html.matchAll(/<(\w+)/g)].map(([, mark = '']) => mark)
}
