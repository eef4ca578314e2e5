import { type RawBuilder, sql } from 'kysely'
import { percentSign } from '#core/platform/texts/percentSign.ts'
import { type Resource, tableOf } from '#core/resources/definition.ts'
import { isReference } from '#core/resources/fields/isReference.ts'
import { isText } from '#core/resources/fields/isText.ts'
import { OBJECT_KINDS, OBJECT_REFS } from '#core/resources/objects.ts'
import { resourceOf } from '#core/resources/registeredKinds.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import { likeAnywhere, likeExactly, likePhone } from '#server/resources/lists/likePattern.ts'
import { referenceLike } from '#server/resources/lists/matchingRows.ts'
import { figureSql, placeNameSql } from '#server/resources/names/placeNameSql.ts'
import { figureText } from '#server/resources/names/textFormats.ts'
import { textSql, titleSql } from '#server/resources/names/titleSql.ts'
import { mayRead } from '#server/resources/rights/visible.ts'
import { fieldSql, hiddenFields, type Rows, referredTitleSql, rowsOf } from '#server/resources/rows.ts'
import { withUserFields } from '#server/resources/userFields/userFields.ts'

export interface FoundRecord {
  /** The kind of record, by the name of its definition. */
  object_ref: string
  object_id: number
  title: string
  /** The level of a place with tanks, then the other searched text, such as an e-mail address; a serial number only if it was found. */
  detail: string | null
}

/** Maximum number of candidates per kind from which the best are chosen: bounds the work for a short text. */
const CANDIDATES = 300
const OF_A_KIND = 6
/** Minimum similarity of a misspelt word by pg_trgm's word_similarity; its default misses two swapped letters. */
const SIMILARITY = 0.35

/**
 * Records of every kind that the actor may read, whose searchable fields contain every word of the text, or whose telephone number, e-mail
 * address, street or ZIP code it is; the best first. If there are none, those with a similar word. All rows come through `rowsOf`, so
 * everything found can be opened.
 */
export async function searchRecords(
  context: Context,
  kinds: readonly Resource[],
  text: string,
  limit: number,
): Promise<FoundRecord[]> {
  const words = text.trim().split(/\s+/).filter(Boolean).slice(0, 5)
  const searched = kinds.filter((kind) => mayRead(context.actor, kind) && columnsOf(kind).length > 0)
  if (words.length === 0 || searched.length === 0) return []
  const exact = await findIn(context, searched, words, limit, holds, contactPatterns(text))
  if (exact.length > 0 || !words.some(mayBeMisspelled)) return exact
  return context.db.transaction().execute(async (db) => {
    await sql`select set_config('pg_trgm.word_similarity_threshold', ${String(SIMILARITY)}, true)`.execute(db)
    return findIn({ ...context, db }, searched, words, limit, soundsLike)
  })
}

/**
 * Kinds that share a table are found once: a customer is not found again as a company. A record that belongs to another has no screen of
 * its own to open.
 */
export function searchableKinds(kinds: readonly Resource[]): Resource[] {
  const divided = new Set(kinds.filter(({ within }) => within).map(tableOf))
  return kinds.filter((kind) => kind.scope !== 'object' && (kind.within || !divided.has(tableOf(kind))))
}

function columnsOf(kind: Resource): string[] {
  const { search, fields } = withUserFields(kind)
  return search.filter((name) => isText(fields[name]))
}

type Condition = (column: RawBuilder<string>, word: string) => RawBuilder<boolean>

/** Matches a part, or for one or two letters (too short for the trigram index) the beginning. */
const holds: Condition = (column, word) =>
  sql<boolean>`${column} ilike ${word.length < 3 ? `${likeExactly(word)}%` : likeAnywhere(word)}`

const soundsLike: Condition = (column, word) =>
  mayBeMisspelled(word) ? sql<boolean>`${word} <% ${column}` : holds(column, word)

function anyOf(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`
}

/** A short word or a number is similar to too many others. */
function mayBeMisspelled(word: string): boolean {
  return /^\p{L}{4,}$/u.test(word)
}

async function findIn(
  context: Context,
  kinds: readonly Resource[],
  words: readonly string[],
  limit: number,
  condition: Condition,
  contacts: readonly ContactPattern[] = [],
): Promise<FoundRecord[]> {
  const reached = contacts.flatMap((contact) => kinds.flatMap((kind) => reachedBy(context, kind, contact)))
  const parts = [
    ...kinds.map((kind) => bestOf(candidatesOf(context, kind, words, condition), words)),
    ...reached.map((candidates) => bestOf(candidates, words)),
  ]
  const { rows } = await sql<FoundRecord & { figure: number | null; rank: number }>`
    select object_ref, object_id, title, detail, figure, rank from (${sql.join(parts, sql` union all `)}) as found
    order by rank desc, lower(title), object_id limit ${limit}`.execute(context.db)
  // A record found both by its own fields and by a contact is returned once.
  const records = new Map(
    rows.map(({ rank: _, figure, ...record }) => [
      `${record.object_ref} ${record.object_id}`,
      { ...record, detail: withFigure(context.actor, figure, record.detail) },
    ]),
  )
  return [...records.values()]
}

/** The details of a found record, after the percentage that its tanks are filled. */
function withFigure(actor: Actor, figure: number | null, detail: string | null): string | null {
  if (figure === null) return detail
  const percent = `${figureText(actor, figure, 0)}${percentSign(actor.language)}`
  return detail ? `${percent} · ${detail}` : percent
}

/** A contact that a text may be. */
interface ContactPattern {
  table: 'entity_phones' | 'entity_emails' | 'entity_addresses'
  /** The searched columns, and the one that is shown. */
  columns: readonly string[]
  shown: string
  pattern: string
}

/** Least digits of a telephone number, and letters of an address: fewer find too much. */
const MIN_DIGITS = 4
const MIN_LETTERS = 3

/** A telephone number, an e-mail address with its @, the street or the ZIP code of an address. */
function contactPatterns(text: string): ContactPattern[] {
  const typed = text.trim()
  const phone = likePhone(typed)
  const patterns: ContactPattern[] = []
  if (phone !== null && typed.replace(/\D/g, '').length >= MIN_DIGITS)
    patterns.push({
      ...{ table: 'entity_phones', columns: ['phone_number'], shown: 'phone_number' },
      pattern: phone,
    })
  const pattern = likeAnywhere(typed)
  if (typed.includes('@'))
    patterns.push({
      ...{ table: 'entity_emails', columns: ['email_address'], shown: 'email_address', pattern },
    })
  else if (typed.length >= MIN_LETTERS)
    patterns.push({
      ...{ table: 'entity_addresses', columns: ['address1', 'zip_code'], pattern },
      shown: 'full_single_line_address',
    })
  return patterns
}

/** The records of a kind with such a contact, or with such a telephone number among their searchable fields. */
function reachedBy(context: Context, kind: Resource, contact: ContactPattern): Rows[] {
  const { table, columns, shown, pattern } = contact
  const phones =
    table === 'entity_phones' ? kind.search.filter((name) => kind.fields[name]?.kind === 'phone') : []
  const byField = phones.map((name) => {
    const value = fieldSql(kind, name)
    return foundRows(context, kind, sql<boolean>`${value} ilike ${pattern}`, value)
  })
  const ref = OBJECT_REFS.find((objectRef) => OBJECT_KINDS[objectRef] === tableOf(kind))
  if (!ref) return byField
  const isMatch = anyOf(columns.map((column) => sql<boolean>`${sql.ref(column)} ilike ${pattern}`))
  const matches = sql`from ${sql.table(table)} where object_ref = ${ref} and ${isMatch}`
  const id = sql.ref(`${kind.name}.${kind.id}`)
  const detail = sql`(select ${sql.ref(shown)} ${matches} and object_id = ${id} limit 1)`
  return [...byField, foundRows(context, kind, sql<boolean>`${id} in (select object_id ${matches})`, detail)]
}

function foundRows(
  context: Context,
  kind: Resource,
  condition: RawBuilder<boolean>,
  detail: RawBuilder<unknown>,
): Rows {
  return rowsOf(context, kind)
    .where(condition)
    .select([
      sql`${kind.name}::text`.as('object_ref'),
      sql.ref(`${kind.name}.${kind.id}`).as('object_id'),
      nameSql(context.actor, kind).as('title'),
      detail.as('detail'),
      figureOf(kind).as('figure'),
    ])
    .limit(CANDIDATES)
}

/** The name under which a record is found: for a place with tanks, the place and its products. */
function nameSql(actor: Actor, kind: Resource): RawBuilder<string> {
  return placeNameSql(actor, kind, kind.name) ?? titleSql(actor, kind, kind.name)
}

function figureOf(kind: Resource): RawBuilder<number | null> {
  return figureSql(kind) ?? sql`null::float8`
}

function candidatesOf(
  context: Context,
  kind: Resource,
  words: readonly string[],
  condition: Condition,
): Rows {
  const title = nameSql(context.actor, kind)
  const plain = columnsOf(kind).map((name) => sql<string>`${fieldSql(kind, name)}`)
  // A company's own name for an offered record is searched as well.
  const columns = kind.visibility.seenBelow ? [...plain, title] : plain
  const owner = ownerOf(context, kind)
  const isInAny = (word: string) =>
    anyOf([...columns.map((column) => condition(column, word)), ...owner.map(({ isNamed }) => isNamed(word))])
  const { knownAs, holds: hasContents } = kind.naming
  const detailNames = columnsOf(kind).filter((name) => name !== (hasContents ? knownAs : kind.title))
  const detailOf = (name: string) => {
    const value = sql<string>`${fieldSql(kind, name)}`
    if (!hasContents) return sql`nullif(${value}, '')`
    const isFound = anyOf(words.map((word) => condition(value, word)))
    return sql`case when ${isFound} and strpos(${title}, ${value}) = 0 then ${value} end`
  }
  const offered = kind.visibility.seenBelow ? [sql`nullif(${fieldSql(kind, kind.title)}, ${title})`] : []
  const detail = [
    ...numbererOf(context, kind),
    ...detailNames.map(detailOf),
    ...owner.map(({ title }) => title),
    ...offered,
  ]
  const all = Object.entries(kind.archive ?? {}).reduce(
    (rows, [column, value]) => rows.where(sql.ref(`${kind.name}.${column}`), '<>', value),
    rowsOf(context, kind),
  )
  return words
    .reduce((rows, word) => rows.where(isInAny(word)), all)
    .select([
      sql`${kind.name}::text`.as('object_ref'),
      sql.ref(`${kind.name}.${kind.id}`).as('object_id'),
      title.as('title'),
      (detail.length === 0 ? sql`null::text` : sql`left(concat_ws(' · ', ${sql.join(detail)}), 200)`).as(
        'detail',
      ),
      figureOf(kind).as('figure'),
    ])
    .limit(CANDIDATES)
}

/** The company of a record, for actors who do not find companies themselves: a clerk finds a site by its customer. */
function ownerOf({ actor }: Context, kind: Resource) {
  const field = kind.search.includes('company_id') ? kind.fields['company_id'] : undefined
  if (!isReference(field) || mayRead(actor, resourceOf(field.to))) return []
  if (hiddenFields(actor, kind).includes('company_id')) return []
  const isOther = sql<boolean>`${fieldSql(kind, 'company_id')} is distinct from ${actor.company_id}::int8`
  const isNamed = (word: string) =>
    sql<boolean>`(${isOther} and ${referenceLike(actor, kind, 'company_id', likeAnywhere(word))})`
  return [
    { isNamed, title: sql`case when ${isOther} then ${referredTitleSql(actor, kind, 'company_id')} end` },
  ]
}

/** The company that counts a record's number, unless it is the actor's own. */
function numbererOf({ actor }: Context, kind: Resource): RawBuilder<unknown>[] {
  const { numberedBy } = kind.naming
  if (!numberedBy) return []
  const id = sql.ref(`${kind.name}.${numberedBy}`)
  return [
    sql`case when ${id} is distinct from ${actor.company_id}::int8 then ${textSql(kind, kind.name, numberedBy)} end`,
  ]
}

/** A name that begins with it comes before a word that does, then a part, then the most similar. */
function bestOf(candidates: Rows, words: readonly string[]): RawBuilder<unknown> {
  const text = words.join(' ')
  const pattern = likeExactly(text)
  return sql`(select object_ref, object_id, coalesce(title, detail, '') as title, detail, figure,
      case when lower(title) = lower(${text}) then 4 when title ilike ${`${pattern}%`} then 3
        when concat(' ', title, ' · ', detail) ilike ${`% ${pattern}%`} then 2 else 1 end
        + word_similarity(${text}, concat_ws(' ', title, detail)) as rank
    from (${candidates}) as candidates order by rank desc limit ${OF_A_KIND})`
}
