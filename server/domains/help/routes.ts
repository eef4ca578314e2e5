import { z } from 'zod'
import { help_articles } from '#core/domains/help/help_articles.ts'
import { Id } from '#core/platform/id.ts'
import { LOCALE_CODES } from '#core/platform/locales.ts'
import { recordSchema } from '#core/resources/recordSchema.ts'
import type { Call } from '#server/platform/http.ts'
import { translateArticle, voteForArticle } from './articles.ts'

const tag = 'help_articles'
const loginTypes = help_articles.loginTypes
const answer = z.object({ help_article: recordSchema(help_articles) })
const required = (max: number) => z.string().trim().min(1).max(max)

/** What can be done with a help article beside reading and writing it. */
export const helpCalls: Call[] = [
  {
    method: 'PUT',
    path: '/help/:help_article_id/translations/:language',
    tag,
    summary: 'Write an article in another language',
    access: { module: 'help_articles', action: 'update', loginTypes },
    params: z.object({ help_article_id: Id, language: z.enum(LOCALE_CODES) }),
    body: z.object({ display_name: required(65), title: required(255), body: required(16_777_215) }),
    answer,
    run: async (context, { params, body }) => ({
      help_article: await translateArticle(context, params.help_article_id, params.language, body),
      message: 'messages.saved',
      type: 'success',
    }),
  },
  {
    method: 'POST',
    path: '/help/:help_article_id/vote',
    whileReadOnly: true,
    tag,
    summary: 'Say whether an article helped',
    access: 'session',
    params: z.object({ help_article_id: Id }),
    body: z.object({ helpful: z.union([z.literal(0), z.literal(1)]) }),
    answer,
    run: async (context, { params, body }) => ({
      help_article: await voteForArticle(context, params.help_article_id, body.helpful === 1),
    }),
  },
]
