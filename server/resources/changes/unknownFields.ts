import { isDeepStrictEqual } from 'node:util'
import type { Issue } from '#core/platform/issue.ts'
import { unknownFieldIssues } from '#core/platform/unknownFieldIssues.ts'
import type { Values } from '#core/platform/values.ts'
import { type Resource, writableFields } from '#core/resources/definition.ts'
import type { Field } from '#core/resources/field.ts'
import { currencyKeysOf } from '#core/resources/fields/currencyKeysOf.ts'
import { isNamedByContents } from '#core/resources/fields/isNamedByContents.ts'
import { isText } from '#core/resources/fields/isText.ts'
import { nameKey } from '#core/resources/fields/nameKey.ts'
import { isSecret } from '#core/resources/fields/readableFields.ts'
import { titleKey } from '#core/resources/fields/titleKey.ts'
import { factsOf } from '#core/resources/kinds/kindFacts.ts'
import { valueSchema } from '#core/resources/schema.ts'
import type { Context } from '#server/platform/context.ts'
import { invalid } from '#server/platform/refusal.ts'
import { refusalOfError } from '../answers.ts'
import { hiddenFields } from '../rows.ts'
import { withUserFields } from '../userFields/userFields.ts'

interface Names {
  /** Fields that a body may set. */
  settable: ReadonlySet<string>
  /** Response-only fields. */
  readOnly: ReadonlySet<string>
}

const namesByKind = new WeakMap<Resource, Names>()

interface Allowances {
  /** Reads the current response of the record: its response-only fields may come back. */
  read?: () => Promise<Values>
  /** Narrows what may be set to these. */
  own?: readonly string[]
  /** Additional names in a body that are validated elsewhere; `details.line_total` is one of its rows. */
  besides?: readonly string[]
}

type Other = readonly [name: string, value: unknown]

/** A response-only field in a body: valid if the record has the same value once it is saved. */
interface Doubt {
  issue: Issue
  name: string
  value: unknown
  field: Field | undefined
  /** The row that has it: by its id, or by its index among the new ones. */
  row?: { id: unknown; place: number }
}

const MAX_NAMED = 20

/**
 * Saves a body, and refuses unknown and not settable fields, in its rows and lists as well, which would otherwise be lost silently.
 * Response-only fields may be sent with their value before or after the change, or empty (null, blank, 0) if they have none: a record can be
 * sent as it was read, and a new one with its future values.
 * @throws Refusal 422 naming all of them, fields of rows by their paths (`details.2.foo`), together with the issues of `save`.
 */
export async function saveWithoutLoss<T extends Values>(
  context: Context,
  kind: Resource,
  body: Values,
  allowances: Allowances,
  save: () => Promise<T>,
): Promise<T> {
  const { answer, issues, doubts } = await judge(context, kind, body, allowances)
  if (issues.length > doubts.length) throw invalid(issues.slice(0, MAX_NAMED))
  const certain = doubts.filter(isWrongAnyway).map(({ issue }) => issue)
  const saved = await save().catch((error) => {
    const refusal = certain.length > 0 ? refusalOfError(error) : undefined
    throw refusal?.status === 422 ? invalid([...certain, ...(refusal.options.issues ?? [])]) : error
  })
  const invalids = doubts.filter(
    ({ name, value, field, row }) => !isSame(value, savedFor(kind, saved, answer, row)?.[name], field),
  )
  if (invalids.length > 0) throw invalid(invalids.map(({ issue }) => issue).slice(0, MAX_NAMED))
  return saved
}

/**
 * Refuses the same fields of a body that creates no record to compare with.
 * @throws Refusal 422 naming all of them.
 */
export async function refuseUnknownFields(context: Context, kind: Resource, body: Values): Promise<void> {
  const { issues } = await judge(context, kind, body)
  if (issues.length > 0) throw invalid(issues.slice(0, MAX_NAMED))
}

function ruleOf(of: Resource, [name, value]: Other, stored: Values | undefined) {
  const { settable, readOnly } = namesOf(of)
  const isAnswered = stored ? Object.hasOwn(stored, name) : false
  if (!isAnswered && !readOnly.has(name) && !settable.has(name)) return 'unknown_field'
  // Lists and objects of a response are other records: separate calls change them for an existing record.
  if (stored && isObject(value)) return null
  return isSame(value, stored?.[name] ?? startOf(of, name), of.fields[name]) ? null : 'not_settable'
}

/** The issues of a body, in its order; fields that may turn out to be valid are also in `doubts`. */
async function judge(
  context: Context,
  kind: Resource,
  body: Values,
  { read, own, besides = [] }: Allowances = {},
): Promise<{ answer: Values | undefined; issues: Issue[]; doubts: Doubt[] }> {
  const resource = withUserFields(kind)
  const names = namesOf(resource)
  const settable = own ? new Set([...own, 'if_updated_at']) : settableBy(context, resource, names)
  const others = othersIn(body, settable, besides)
  const rows = rowsIn(resource, body, besides)
  const hasOthers = others.length > 0 || rows.some((row) => row.others.length > 0)
  const response = hasOthers ? await read?.() : undefined
  const issues: Issue[] = []
  const doubts: Doubt[] = []
  const add = (
    of: Resource,
    [name, value]: Other,
    stored: Values | undefined,
    within = '',
    row?: Doubt['row'],
  ) => {
    const rule = ruleOf(of, [name, value], stored)
    if (!rule) return
    const issue: Issue = { field: `${within}${name}`, rule }
    issues.push(issue)
    if (rule === 'not_settable')
      doubts.push({ issue, name, value, field: of.fields[name], ...(row && { row }) })
  }
  for (const other of others) add(resource, other, response)
  for (const { index, id, place, others: ofRow, details } of rows) {
    const stored = rowsOf(response).find((row) => id != null && row[details.id] === id)
    // The row belongs to another record.
    if (ofRow.length > 0 && id != null && !stored)
      issues.push({ field: `details.${index}.${details.id}`, rule: 'not_found' })
    else for (const other of ofRow) add(details, other, stored, `details.${index}.`, { id, place })
  }
  issues.push(...listIssues(resource, body))
  return { answer: response, issues, doubts }
}

/** The value of an response-only field of a new record. */
function startOf({ within, fields }: Resource, name: string): unknown {
  return within?.where[name] ?? fields[name]?.default
}

/** Fields that the business keeps to itself cannot be set by others. */
function settableBy({ actor }: Context, resource: Resource, { settable }: Names): ReadonlySet<string> {
  const hidden = hiddenFields(actor, resource)
  return hidden.length === 0 ? settable : new Set([...settable].filter((name) => !hidden.includes(name)))
}

/** Whether the value is wrong regardless of the others: only a computed text may follow from them. */
function isWrongAnyway({ value, field }: Doubt): boolean {
  if (!field?.computed) return field !== undefined
  return !isText(field) && Number(value) !== 0
}

function othersIn(body: Values, settable: ReadonlySet<string>, extra: readonly string[]): Other[] {
  return Object.entries(body).filter(([name]) => !settable.has(name) && !extra.includes(name))
}

/** The rows of a record, each with its fields that cannot be set. Values that are not rows are refused elsewhere. */
function rowsIn({ details }: Resource, body: Values, extra: readonly string[]) {
  const { details: rows } = body
  if (!details || !Array.isArray(rows)) return []
  const { settable } = namesOf(details)
  const ofRows = extra.flatMap((name) => (name.startsWith(OF_ROWS) ? [name.slice(OF_ROWS.length)] : []))
  let place = -1
  return rows.flatMap((row: unknown, index) => {
    if (!isObject(row)) return []
    const others = othersIn(row, settable, [details.id, ...ofRows])
    const id = row[details.id]
    if (id == null) place += 1
    return [{ index, id, place, others, details }]
  })
}

const OF_ROWS = 'details.'

function rowsOf(answer: Values | undefined): readonly Values[] {
  const rows: unknown = answer?.details
  return Array.isArray(rows) ? rows.filter(isObject) : []
}

/** The saved values to which a doubtful field belongs: of the record, or of one of its rows. */
function savedFor(
  { details }: Resource,
  saved: Values,
  before: Values | undefined,
  row: Doubt['row'],
): Values | undefined {
  if (!row || !details) return saved
  const idOf = (values: Values) => values[details.id]
  const rows = rowsOf(saved)
  if (row.id != null) return rows.find((item) => idOf(item) === row.id)
  const known = new Set(rowsOf(before).map(idOf))
  return rows.filter((item) => !known.has(idOf(item)))[row.place]
}

/** Unknown fields in lists of a record's own fields: there is no response to compare with. */
function listIssues({ fields }: Resource, body: Values): Issue[] {
  return Object.entries(body).flatMap(([name, value]) => {
    // A name such as `constructor` is one that every object inherits.
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    return field && factsOf(field).isList ? unknownFieldIssues(valueSchema(field), value, `${name}.`) : []
  })
}

/** Whether a sent value equals the returned one; a missing value is sent as empty. */
function isSame(sent: unknown, stored: unknown, field: Field | undefined): boolean {
  if (sent === null || sent === undefined || sent === '') return true
  if (isObject(sent)) return Object.keys(sent).length === 0 || isDeepStrictEqual(sent, stored)
  if (stored === null || stored === undefined) return !isText(field) && Number(sent) === 0
  return sent === stored || String(sent) === String(stored) || Number(sent) === Number(stored)
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null
}

function namesOf(resource: Resource): Names {
  const known = namesByKind.get(resource) ?? gatherNames(resource)
  namesByKind.set(resource, known)
  return known
}

function gatherNames(resource: Resource): Names {
  const { id, fields, details, besides, visibility } = resource
  const writable = writableFields(resource).map(([name]) => name)
  const secrets = Object.entries(fields).filter(([, field]) => isSecret(field))
  return {
    settable: new Set([
      ...writable,
      // A new secret is typed twice.
      ...secrets.map(([name]) => `confirm_${name}`),
      ...(details ? ['details'] : []),
      'if_updated_at',
    ]),
    readOnly: new Set([
      id,
      ...Object.keys(fields),
      ...Object.entries(fields).flatMap(([name, field]) => [
        titleKey(name),
        ...(isNamedByContents(field) ? [nameKey(name)] : []),
      ]),
      ...currencyKeysOf(resource),
      ...besides,
      ...(visibility.seenBelow ? ['own_name', 'is_offered'] : []),
      'created_at',
      'updated_at',
    ]),
  }
}
