import { sql } from 'kysely'
import { help_articles } from '#core/domains/help/help_articles.ts'
import type { Values } from '#core/platform/values.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { doHeavyWork, WorkStopped } from '#server/platform/jobs/heavyWork.ts'
import { invalid } from '#server/platform/refusal.ts'
import { listRecords, type Page } from '#server/resources/lists/list.ts'
import type { ListQuery } from '#server/resources/lists/listQuery.ts'
import { type QueryFilters, requireOneOf } from '#server/resources/lists/matchingRows.ts'
import { standardOperations } from '#server/resources/operations.ts'
import { readRecord } from '#server/resources/rows.ts'
import { type CleanText, cleanRichText } from './cleanHtml.ts'
import { articlesWith, holdsAlike, holdsWord, mayBeMisspelled } from './helpSearch.ts'

type Article = RecordOf<typeof help_articles>

interface Translation {
  help_article_id: number
  language: string
  display_name: string
  title: string
  body: string
  updated_at: string
}

const standard = standardOperations(help_articles)

/** The language is a preference, not a filter: an article without it is shown in its original language. */
export const helpFilters: QueryFilters = {
  language: (_, value) => {
    requireOneOf(help_articles.fields.language.of, 'language', value)
    return sql<boolean>`true`
  },
  words: (_, words) => articlesWith(words, holdsWord),
  alike: (_, words) => articlesWith(words, holdsAlike),
}

const WITHOUT_BODY = Object.keys(help_articles.fields).filter((name) => name !== 'body')

/**
 * Articles in the requested language (the reader's own by default); a search includes the text, and if nothing is found, similar spellings.
 * Texts, which may contain pictures, are returned only if `fields` names `body`.
 */
async function listArticles(context: Context, query: ListQuery): Promise<Page<Article>> {
  const { search, fields = WITHOUT_BODY } = query
  const find = (words: Record<string, string>) => {
    const filters = { ...query.filters, ...words }
    return listRecords(context, help_articles, { ...query, search: '', filters, fields }, helpFilters)
  }
  const exact = await find(search === '' ? {} : { words: search })
  const isWorthAnother = exact.page.total_records === 0 && mayBeMisspelled(search)
  const { rows, page } = isWorthAnother ? await find({ alike: search }) : exact
  const language = query.filters.language ?? context.actor.language
  const ids = rows.map(({ help_article_id }) => help_article_id)
  const wished = new Map(
    (await translationsOf(context, ids, { language, fields })).map((translation) => [
      translation.help_article_id,
      translation,
    ]),
  )
  return { rows: rows.map((row) => ({ ...row, ...wished.get(row.help_article_id) }) as Article), page }
}

/** An article as written, with its translations and the reader's own vote. */
async function readArticle(context: Context, id: number): Promise<Article> {
  const article = await readRecord(context, help_articles, id)
  const rows = await context.db
    .selectFrom('help_votes')
    .select('is_helpful')
    .where('help_article_id', '=', id)
    .where('user_id', '=', context.actor.user_id)
    .execute()
  const vote = rows[0] ? Number(rows[0].is_helpful) : null
  const answer: Article & Values = {
    ...article,
    translations: await translationsOf(context, [id]),
    own_vote: vote,
  }
  return answer
}

async function createArticle(context: Context, body: Values): Promise<Article> {
  const { help_article_id } = await standard.create(context, await cleaned(body))
  return readArticle(context, help_article_id)
}

async function updateArticle(context: Context, id: number, body: Values): Promise<Article> {
  await standard.update(context, id, await cleaned(body))
  return readArticle(context, id)
}

/** Writes an article's text in another language, or replaces it in its original one. */
export async function translateArticle(
  context: Context,
  id: number,
  language: string,
  texts: { display_name: string; title: string; body: string },
): Promise<Article> {
  const article = await readRecord(context, help_articles, id)
  const { display_name, title, body } = await cleaned(texts)
  if (language === article.language) return updateArticle(context, id, { display_name, title, body })
  await sql`insert into help_translations (help_article_id, language, display_name, title, body, updated_at)
    values (${id}, ${language}, ${display_name}, ${title}, ${body}, ${context.now})
    on conflict (help_article_id, language) do update
      set display_name = excluded.display_name, title = excluded.title, body = excluded.body,
        updated_at = excluded.updated_at`.execute(context.db)
  return readArticle(context, id)
}

/** Records whether an article helped the reader; a new vote replaces an earlier one. */
export async function voteForArticle(context: Context, id: number, isHelpful: boolean): Promise<Article> {
  await readRecord(context, help_articles, id)
  await sql`insert into help_votes (help_article_id, user_id, is_helpful)
    values (${id}, ${context.actor.user_id}, ${isHelpful})
    on conflict (help_article_id, user_id) do update set is_helpful = excluded.is_helpful`.execute(context.db)
  await sql`update help_articles set
      helpful = (select count(*) from help_votes where help_article_id = ${id} and is_helpful),
      unhelpful = (select count(*) from help_votes where help_article_id = ${id} and not is_helpful)
    where help_article_id = ${id}`.execute(context.db)
  return readArticle(context, id)
}

/** Differences from the standard: the reader's language, and sanitized text. */
export const helpOperations = {
  list: listArticles,
  read: readArticle,
  create: createArticle,
  update: updateArticle,
}

async function translationsOf(
  { db }: Context,
  ids: readonly number[],
  { language, fields }: { language?: string; fields?: readonly string[] } = {},
): Promise<Partial<Translation>[]> {
  const texts = (['display_name', 'title', 'body'] as const).filter((name) => fields?.includes(name) ?? true)
  const rows = db
    .selectFrom('help_translations')
    .select(['help_article_id', 'language', 'updated_at', ...texts])
    .where(sql<boolean>`help_article_id = any(${ids})`)
    .orderBy('language')
  return (language === undefined ? rows : rows.where('language', '=', language)).execute()
}

/** Maximum number of characters that are sanitized inline; nested markup takes disproportionately long. */
const INLINE_CHARACTERS = 10_000
const TIMEOUT_SECONDS = 5

/** @throws Refusal 422 if no text is left after sanitizing, or it cannot be sanitized in time. */
async function cleaned<T extends object>(input: T): Promise<T> {
  const { body }: { body?: unknown } = input
  if (typeof body !== 'string') return input
  const { clean, isEmpty } = await cleanText(body)
  if (body.trim() !== '' && isEmpty) throw invalid([{ field: 'body', rule: 'required' }])
  return { ...input, body: clean }
}

async function cleanText(body: string): Promise<CleanText> {
  if (body.length <= INLINE_CHARACTERS) return cleanRichText(body)
  try {
    return await doHeavyWork<CleanText>('richText', body, TIMEOUT_SECONDS)
  } catch (error) {
    if (error instanceof WorkStopped) throw invalid([{ field: 'body', rule: 'too_long' }])
    throw error
  }
}
