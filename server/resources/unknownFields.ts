import { isDeepStrictEqual } from 'node:util'
import type { Issue } from '#core/platform/issue.ts'
import { unknownFieldIssues } from '#core/platform/unknownFieldIssues.ts'
import { currencyKeysOf } from '#core/resources/currencyKeysOf.ts'
import { type Resource, writableFields } from '#core/resources/definition.ts'
import type { Field } from '#core/resources/field.ts'
import { isNamedByContents } from '#core/resources/isNamedByContents.ts'
import { isText } from '#core/resources/isText.ts'
import { kindOf } from '#core/resources/kinds/fieldKinds.ts'
import { nameKey } from '#core/resources/nameKey.ts'
import { isSecret } from '#core/resources/readableFields.ts'
import { valueSchema } from '#core/resources/schema.ts'
import { titleKey } from '#core/resources/titleKey.ts'
import type { Context } from '#server/platform/context.ts'
import { invalid } from '#server/platform/refusal.ts'
import { refusalOfError } from './answers.ts'
import { hiddenFields } from './rows.ts'
import { withUserFields } from './userFields.ts'

interface Names {
  /** What a body may set. */
  settable: ReadonlySet<string>
  /** What an answer holds besides: told by the server alone. */
  told: ReadonlySet<string>
}

const namesByKind = new WeakMap<Resource, Names>()

interface Allowances {
  /** The record as it is answered now: what it tells may come back. */
  read?: () => Promise<object>
  /** Narrows what may be set to these. */
  own?: readonly string[]
  /** Names that a body may hold beside the record's, judged elsewhere; `details.line_total` is one of its rows. */
  besides?: readonly string[]
}

type Values = Readonly<Record<string, unknown>>
type Other = readonly [name: string, value: unknown]

/** A value that only the server tells: right, where the record tells the same once it is saved. */
interface Doubt {
  issue: Issue
  name: string
  value: unknown
  field: Field | undefined
  /** The row that holds it: by its id, or by its place among the new ones. */
  row?: { id: unknown; place: number }
}

const MOST_NAMED = 20

/**
 * Saves what a body says of a record, and refuses what the record has no place for, and what it does not let be set, in its
 * rows and lists as well: all of it would be lost without a word. What only the server tells may be sent as it is answered,
 * before the change or after it, and where nothing is told yet as nothing (null, blank, 0): a record can be sent as it was
 * read, and a new one with what it will be told of.
 * @throws Refusal 422 naming every one of them, those of rows by their places (`details.2.foo`), with what `save` refuses.
 */
export async function saveWithoutLoss<T extends object>(
  context: Context,
  kind: Resource,
  body: object,
  allowances: Allowances,
  save: () => Promise<T>,
): Promise<T> {
  const { answer, issues, doubts } = await judge(context, kind, body, allowances)
  if (issues.length > doubts.length) throw invalid(issues.slice(0, MOST_NAMED))
  const certain = doubts.filter(isWrongAnyway).map(({ issue }) => issue)
  const saved = await save().catch((error) => {
    const refusal = certain.length > 0 ? refusalOfError(error) : undefined
    throw refusal?.status === 422 ? invalid([...certain, ...(refusal.options.issues ?? [])]) : error
  })
  const wrong = doubts.filter(
    ({ name, value, field, row }) => !isAsTold(value, toldAfter(kind, saved, answer, row)?.[name], field),
  )
  if (wrong.length > 0) throw invalid(wrong.map(({ issue }) => issue).slice(0, MOST_NAMED))
  return saved
}

/**
 * Refuses the same of a body that makes no record which could be compared with it.
 * @throws Refusal 422 naming every one of them.
 */
export async function refuseUnknownFields(context: Context, kind: Resource, body: object): Promise<void> {
  const { issues } = await judge(context, kind, body)
  if (issues.length > 0) throw invalid(issues.slice(0, MOST_NAMED))
}

/** What is wrong with a body, in its order; what of that may yet turn out to be right stands among the doubts too. */
async function judge(
  context: Context,
  kind: Resource,
  body: object,
  { read, own, besides = [] }: Allowances = {},
): Promise<{ answer: Values | undefined; issues: Issue[]; doubts: Doubt[] }> {
  const resource = withUserFields(kind)
  const names = namesOf(resource)
  const settable = own ? new Set([...own, 'if_updated_at']) : settableBy(context, resource, names)
  const others = othersIn(body, settable, besides)
  const rows = rowsIn(resource, body, besides)
  const isAsked = others.length > 0 || rows.some((row) => row.others.length > 0)
  const answer = isAsked ? ((await read?.()) as Values | undefined) : undefined
  const issues: Issue[] = []
  const doubts: Doubt[] = []
  const add = (
    of: Resource,
    [name, value]: Other,
    told: Values | undefined,
    within = '',
    row?: Doubt['row'],
  ) => {
    const { settable: known, told: tellable } = namesOf(of)
    const isTold = told ? Object.hasOwn(told, name) : false
    const field = of.fields[name]
    if (!isTold && !tellable.has(name) && !known.has(name))
      issues.push({ field: `${within}${name}`, rule: 'unknown_field' })
    // Lists and objects of an answer are other records: those of a record that is there are changed by calls of their own.
    else if (!(told && isObject(value)) && !isAsTold(value, told?.[name] ?? startOf(of, name), field)) {
      const issue: Issue = { field: `${within}${name}`, rule: 'not_settable' }
      issues.push(issue)
      doubts.push({ issue, name, value, field, ...(row && { row }) })
    }
  }
  for (const other of others) add(resource, other, answer)
  for (const { index, id, place, others: ofRow } of rows) {
    const told = rowsOf(answer).find((one) => id != null && one[resource.details!.id] === id)
    // Of another record nothing more is told.
    if (ofRow.length > 0 && id != null && !told)
      issues.push({ field: `details.${index}.${resource.details!.id}`, rule: 'not_found' })
    else for (const other of ofRow) add(resource.details!, other, told, `details.${index}.`, { id, place })
  }
  issues.push(...listIssues(resource, body))
  return { answer, issues, doubts }
}

/** What is told of a record before anything is known of it. */
function startOf({ within, fields }: Resource, name: string): unknown {
  return within?.where[name] ?? fields[name]?.default
}

/** What the business keeps for itself is not set by others. */
function settableBy({ actor }: Context, resource: Resource, { settable }: Names): ReadonlySet<string> {
  const hidden = hiddenFields(actor, resource)
  return hidden.length === 0 ? settable : new Set([...settable].filter((name) => !hidden.includes(name)))
}

/** Whether the server tells something else whatever it is sent beside: a text of its own may follow from what is sent. */
function isWrongAnyway({ value, field }: Doubt): boolean {
  if (!field?.computed) return field !== undefined
  return !isText(field) && Number(value) !== 0
}

function othersIn(body: object, settable: ReadonlySet<string>, besides: readonly string[]): Other[] {
  return Object.entries(body).filter(([name]) => !settable.has(name) && !besides.includes(name))
}

/** The rows that belong to a record, each with what may not be set in it. What is no row is refused elsewhere. */
function rowsIn({ details }: Resource, body: object, besides: readonly string[]) {
  const given = (body as Values)['details']
  if (!details || !Array.isArray(given)) return []
  const { settable } = namesOf(details)
  const ofRows = besides.flatMap((name) => (name.startsWith(OF_ROWS) ? [name.slice(OF_ROWS.length)] : []))
  let place = -1
  return given.flatMap((row: unknown, index) => {
    if (typeof row !== 'object' || row === null) return []
    const others = othersIn(row, settable, [details.id, ...ofRows])
    const id = (row as Values)[details.id]
    if (id == null) place += 1
    return [{ index, id, place, others }]
  })
}

const OF_ROWS = 'details.'

function rowsOf(answer: Values | undefined): readonly Values[] {
  return (answer?.['details'] as readonly Values[] | undefined) ?? []
}

/** What a saved record tells where a doubt lies: in itself, or in one of its rows. */
function toldAfter(
  { details }: Resource,
  saved: object,
  before: Values | undefined,
  row: Doubt['row'],
): Values | undefined {
  if (!row) return saved as Values
  const idOf = (one: Values) => one[details!.id]
  const rows = rowsOf(saved as Values)
  if (row.id != null) return rows.find((one) => idOf(one) === row.id)
  const known = new Set(rowsOf(before).map(idOf))
  return rows.filter((one) => !known.has(idOf(one)))[row.place]
}

/** What lies in the lists of a record's own fields has no answer to come back from. */
function listIssues({ fields }: Resource, body: object): Issue[] {
  return Object.entries(body).flatMap(([name, value]) => {
    // A name such as `constructor` is one that every object has.
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    return field && kindOf(field).isList ? unknownFieldIssues(valueSchema(field), value, `${name}.`) : []
  })
}

/** What tells nothing yet is sent as nothing. */
function isAsTold(sent: unknown, told: unknown, field: Field | undefined): boolean {
  if (sent === null || sent === undefined || sent === '') return true
  if (isObject(sent)) return Object.keys(sent).length === 0 || isDeepStrictEqual(sent, told)
  if (told === null || told === undefined) return !isText(field) && Number(sent) === 0
  return sent === told || String(sent) === String(told) || Number(sent) === Number(told)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function namesOf(resource: Resource): Names {
  const known = namesByKind.get(resource) ?? gatherNames(resource)
  namesByKind.set(resource, known)
  return known
}

function gatherNames(resource: Resource): Names {
  const { id, fields, details, seenBelow, besides = [] } = resource
  const writable = writableFields(resource).map(([name]) => name)
  const secrets = Object.entries(fields).filter(([, field]) => isSecret(field))
  return {
    settable: new Set([
      ...writable,
      // A secret that is set is typed twice.
      ...secrets.map(([name]) => `confirm_${name}`),
      ...(details ? ['details'] : []),
      'if_updated_at',
    ]),
    told: new Set([
      id,
      ...Object.keys(fields),
      ...Object.entries(fields).flatMap(([name, field]) => [
        titleKey(name),
        ...(isNamedByContents(field) ? [nameKey(name)] : []),
      ]),
      ...currencyKeysOf(resource),
      ...besides,
      ...(seenBelow ? ['own_name', 'is_offered'] : []),
      'created_at',
      'updated_at',
    ]),
  }
}
