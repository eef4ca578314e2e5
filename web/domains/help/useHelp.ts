import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { translateArticle, voteForArticle } from '#core/domains/help/calls.ts'
import type { help_articles } from '#core/domains/help/help_articles.ts'
import type { LocaleCode } from '#core/platform/texts/locales.ts'
import type { StandardCalls } from '#core/resources/calls/standardCalls.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import { reading, request } from '#web/platform/calls/request.ts'
import { useLanguage } from '#web/platform/language.tsx'

export interface Translated {
  language: string
  display_name: string
  title: string
  body: string
}

interface ReaderFields {
  translations?: Translated[]
  /** The reader's vote: 1 helpful, 0 not, null none. */
  own_vote?: 0 | 1 | null
}

export type Article = RecordOf<typeof help_articles> & ReaderFields
type Calls = StandardCalls<typeof help_articles, ReaderFields>

/** Articles in the reader's language, filtered by module or words; with neither, all. */
export function useArticles(filter: { search: string; module: string }, isEnabled: boolean) {
  const { language } = useLanguage()
  const { search, module } = filter
  const query = { language, page_size: '0', ...(search ? { search } : module && { module }) }
  return useQuery({
    queryKey: ['help_articles', 'help', query],
    queryFn: reading<Calls['list']>('/help', { query }),
    select: ({ help_articles }) => help_articles,
    enabled: isEnabled,
  })
}

/** One article with its translations and the reader's vote. */
export function useArticle(id: number | undefined) {
  return useQuery({
    queryKey: ['help_articles', 'one', String(id)],
    queryFn:
      id === undefined
        ? skipToken
        : async ({ signal }) =>
            (
              await request<Calls['read']>('GET', '/help/:help_article_id', {
                params: { help_article_id: id },
                signal,
              })
            ).help_article,
  })
}

export function useVote(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (helpful: 0 | 1) =>
      request<typeof voteForArticle>('POST', '/help/:help_article_id/vote', {
        params: { help_article_id: id },
        body: { helpful },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['help_articles'] }),
  })
}

export function useTranslate(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ language, ...texts }: Translated & { language: LocaleCode }) =>
      request<typeof translateArticle>('PUT', '/help/:help_article_id/translations/:language', {
        params: { help_article_id: id, language },
        body: texts,
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['help_articles'] }),
  })
}

/** An article's texts in a language; the original ones without a translation. */
export function translationOf(article: Article, language: string): Translated {
  return article.translations?.find((translation) => translation.language === language) ?? article
}
