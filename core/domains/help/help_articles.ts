import { ALL_LOGIN_TYPES } from '#core/platform/loginTypes.ts'
import { MODULES } from '#core/platform/modules.ts'
import { LOCALE_CODES } from '#core/platform/texts/locales.ts'
import { defineResource } from '#core/resources/definition.ts'

/** Subject of an article: a module, or another area. */
export const HELP_MODULES = ['general', 'dashboard', 'alerts', ...MODULES] as const

export const help_articles = defineResource({
  name: 'help_articles',
  single: 'help_article',
  path: '/help',
  id: 'help_article_id',
  module: 'help_articles',
  loginTypes: ALL_LOGIN_TYPES,
  scope: 'shared',
  staysSmall: true,
  besides: ['translations', 'own_vote'],
  fields: {
    module: { kind: 'choice', required: true, default: 'general', of: HELP_MODULES },
    display_name: { kind: 'text', required: true, max: 65 },
    title: { kind: 'text', required: true, max: 255 },
    /** Its original language; other languages are translations. */
    language: { kind: 'choice', required: true, default: 'en', of: LOCALE_CODES },
    /** HTML, sanitized by the server before it is stored. */
    body: { kind: 'text', format: 'rich_text', required: true, max: 16_777_215 },
    helpful: { kind: 'integer', default: 0, computed: true },
    unhelpful: { kind: 'integer', default: 0, computed: true },
  },
  title: 'title',
  matchBy: [['title', 'language']],
  list: ['display_name', 'title', 'module', 'language', 'helpful', 'unhelpful'],
  search: ['display_name', 'title'],
  filters: { module: null, language: null },
  sort: 'display_name',
})
