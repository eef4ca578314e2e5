import { fleetArticles } from '../help/fleetArticles.ts'
import { jobArticles } from '../help/jobArticles.ts'
import { screenArticles } from '../help/screenArticles.ts'
import type { BaseSet } from './baseRecords.ts'

/** The help articles of a new installation; staff may edit them. */
export const HELP_ARTICLES = [...fleetArticles, ...screenArticles, ...jobArticles]

export const BASE_HELP: readonly BaseSet[] = [
  {
    table: 'help_articles',
    id: 'help_article_id',
    key: 'title',
    rows: HELP_ARTICLES.map(({ help_article_id, module, en }) => ({
      help_article_id,
      module,
      language: 'en',
      ...en,
      helpful: 0,
      unhelpful: 0,
      created_at: '2026-01-01T00:00:00Z',
      updated_at: '2026-01-01T00:00:00Z',
    })),
  },
  {
    table: 'help_translations',
    id: 'translation_id',
    key: 'title',
    rows: HELP_ARTICLES.map(({ help_article_id, es }) => ({
      help_article_id,
      language: 'es',
      ...es,
      updated_at: '2026-01-01T00:00:00Z',
    })),
  },
]
