import { type RawBuilder, sql } from 'kysely'
import { searchSynonyms } from '#core/domains/help/searchSynonyms.ts'
import { likeAnywhere } from '#server/resources/lists/likePattern.ts'

/** Minimum similarity of a misspelled word, by pg_trgm for whole words: "propne" is 0.5 of "propane". */
const SIMILARITY = 0.4
const MAX_WORDS = 8

type WordCondition = (text: RawBuilder<string>, word: string) => RawBuilder<boolean>

/** The text contains the word or a synonym; a short one at the beginning of a word ("API" is not a part of "rapid"). */
export const holdsWord: WordCondition = (text, word) =>
  sql<boolean>`(${sql.join(
    searchSynonyms(word).map((item) =>
      item.length > 3
        ? sql`${text} ilike ${likeAnywhere(item)}`
        : sql`${text} ~* ${`\\m${item.replace(/[^\p{L}\p{N}]/gu, '\\$&')}`}`,
    ),
    sql` or `,
  )})`

/** The text contains the word, or a similar spelling. */
export const holdsAlike: WordCondition = (text, word) =>
  isLongEnough(word)
    ? sql<boolean>`(${holdsWord(text, word)} or strict_word_similarity(${word}, ${text}) >= ${SIMILARITY})`
    : holdsWord(text, word)

/** Whether a search without results is repeated with similar spellings. */
export function mayBeMisspelled(search: string): boolean {
  return wordsOf(search).some(isLongEnough)
}

/** Every word of a search is in an article's name, title or text, or all of them in one of its translations. */
export function articlesWith(search: string, holds: WordCondition): RawBuilder<boolean> {
  const isIn = (table: string) => {
    const column = (name: string) => sql.ref(`${table}.${name}`)
    const text = sql<string>`concat_ws(' ', ${column('display_name')}, ${column('title')},
      regexp_replace(${column('body')}, '<[^>]*>', ' ', 'g'))`
    return sql.join(
      wordsOf(search).map((word) => holds(text, word)),
      sql` and `,
    )
  }
  return sql<boolean>`((${isIn('help_articles')}) or exists (select from help_translations as t
    where t.help_article_id = help_articles.help_article_id and ${isIn('t')}))`
}

function wordsOf(search: string): string[] {
  const words = search.split(/\s+/).filter(Boolean)
  return words.length > 0 ? words.slice(0, MAX_WORDS) : [search]
}

/** A short word or a number is similar to too many others. */
function isLongEnough(word: string): boolean {
  return /^\p{L}{4,}$/u.test(word)
}
