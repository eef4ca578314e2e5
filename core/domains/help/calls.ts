import { z } from 'zod'
import { defineCall, signedIn } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { LOCALE_CODES } from '#core/platform/texts/locales.ts'
import { may } from '#core/resources/may.ts'
import { typedRecordSchema } from '#core/resources/recordSchema.ts'
import { help_articles } from './help_articles.ts'

const Article = () => z.object({ help_article: typedRecordSchema(help_articles) })
const required = (max: number) => z.string().trim().min(1).max(max)

export const translateArticle = defineCall({
  method: 'PUT',
  path: '/help/:help_article_id/translations/:language',
  access: may(help_articles, 'update'),
  params: () => z.object({ help_article_id: Id, language: z.enum(LOCALE_CODES) }),
  body: () => z.object({ display_name: required(65), title: required(255), body: required(16_777_215) }),
  response: Article,
})

export const voteForArticle = defineCall({
  method: 'POST',
  path: '/help/:help_article_id/vote',
  access: { ...signedIn, whileReadOnly: true },
  params: () => z.object({ help_article_id: Id }),
  body: () => z.object({ helpful: z.union([z.literal(0), z.literal(1)]) }),
  response: Article,
})
