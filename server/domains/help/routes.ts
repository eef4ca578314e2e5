import * as calls from '#core/domains/help/calls.ts'
import { handleAll } from '#server/platform/http/handle.ts'
import { translateArticle, voteForArticle } from './articles.ts'

/** The calls of help articles in addition to the standard ones. */
export const helpCalls = handleAll('help_articles', calls, {
  translateArticle: {
    summary: 'Save an article in another language',
    run: async (context, { params, body }) => ({
      help_article: await translateArticle(context, params.help_article_id, params.language, body),
      message: 'messages.saved',
      type: 'success',
    }),
  },
  voteForArticle: {
    summary: 'Rate whether an article helped',
    run: async (context, { params, body }) => ({
      help_article: await voteForArticle(context, params.help_article_id, body.helpful === 1),
    }),
  },
})
