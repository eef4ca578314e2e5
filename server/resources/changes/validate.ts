import { sql } from 'kysely'
import type { Issue } from '#core/platform/issue.ts'
import type { Values } from '#core/platform/values.ts'
import {
  type ChangesOf,
  type NewRecordOf,
  type Resource,
  writableFields,
} from '#core/resources/definition.ts'
import type { Field } from '#core/resources/field.ts'
import { isReference } from '#core/resources/fields/isReference.ts'
import { USER_COLUMN } from '#core/resources/fields/userFields.ts'
import { recordIssues } from '#core/resources/recordIssues.ts'
import { changesSchema, newRecordSchema } from '#core/resources/schema.ts'
import type { Context } from '#server/platform/context.ts'
import { acceptKnown } from '#server/platform/http/http.ts'
import { invalid } from '#server/platform/refusal.ts'
import { serverKindOf } from '#server/resources/kinds/serverKinds.ts'
import { packUserFields, withUserFields } from '../userFields/userFields.ts'
import { refuseFirstStatus, refuseNextStatus } from './refuseStep.ts'

/** Values by the definition, and values of user-defined fields. */
export type Stored<T> = T & Readonly<Record<string, unknown>>

const newRecordSchemas = new WeakMap<Resource, ReturnType<typeof newRecordSchema>>()
const changesSchemas = new WeakMap<Resource, ReturnType<typeof changesSchema>>()

/**
 * Validates a new record by its definition, with defaults, in a status that a new one may have.
 * @throws Refusal 422 with every invalid field; 405 or 409 for the status.
 */
export function acceptNew<R extends Resource>(context: Context, kind: R, body: Values): Stored<NewRecordOf<R>>
export function acceptNew(context: Context, kind: Resource, body: Values): Values {
  const resource = withUserFields(kind)
  const schema = cachedIn(newRecordSchemas, resource, newRecordSchema)
  const values = {
    ...defaultsOf(context, resource),
    ...withoutUndefined(acceptKnown(schema, body)),
  }
  refuseIssues(recordIssues(resource, values))
  refuseFirstStatus(context, kind, values)
  return values
}

/**
 * Validates changes by the definition, together with the unchanged values; a changed status must be the target of an allowed step.
 * @throws Refusal 422 with every invalid field; 405 or 409 for the status.
 */
export function acceptChanges<R extends Resource>(
  context: Context,
  kind: R,
  body: Values,
  current: Values,
): Stored<ChangesOf<R>>
export function acceptChanges(context: Context, kind: Resource, body: Values, current: Values): Values {
  const resource = withUserFields(kind)
  const schema = cachedIn(changesSchemas, resource, changesSchema)
  const emptied = emptiedUserFields(context, resource, body, current)
  const filled = Object.entries(body).filter(([name]) => !(name in emptied))
  const changes = { ...withoutUndefined(acceptKnown(schema, Object.fromEntries(filled))), ...emptied }
  refuseIssues(recordIssues(resource, { ...current, ...changes }, current))
  refuseNextStatus(context, kind, current, changes)
  return changes
}

/**
 * Required user-defined fields that may be sent empty: a record that is older than such a field has no value in it. It can be sent as it was
 * read, and an undo empties it again.
 */
function emptiedUserFields(
  { isUndo = false }: Context,
  { fields }: Resource,
  body: Values,
  current: Values,
): Values {
  const isEmptied = (name: string) => body[name] === null && (isUndo || current[name] === null)
  const names = Object.keys(fields).filter((name) => {
    const field = fields[name]
    return field?.isUserDefined && field.required && isEmptied(name)
  })
  return Object.fromEntries(names.map((name) => [name, null]))
}

/** The values in the database's form: JSON as text, user-defined fields together in their column. */
export function toColumns(kind: Resource, values: Values, isNew = false): Values {
  const resource = withUserFields(kind)
  const { columns, added } = packUserFields(resource, values)
  const texts = Object.entries(columns).map(([name, value]) => [
    name,
    columnValue(resource.fields[name], value),
  ])
  if (!added) return Object.fromEntries(texts)
  const before = isNew ? sql`'{}'::jsonb` : sql.ref(USER_COLUMN)
  const now = sql`jsonb_strip_nulls(${before} || ${JSON.stringify(added)}::jsonb)`
  return { ...Object.fromEntries(texts), [USER_COLUMN]: now }
}

function columnValue(field: Field | undefined, value: unknown): unknown {
  const kind = field && serverKindOf(field)
  return kind?.columnValue ? kind.columnValue(value) : value
}

export function refuseIssues(issues: readonly Issue[]): void {
  if (issues.length > 0) throw invalid(issues)
}

function defaultsOf({ actor }: Context, resource: Resource): Values {
  const entries = writableFields(resource).flatMap(([name, field]): [string, unknown][] => {
    if (isReference(field) && field.own) return [[name, actor.company_id]]
    return field.default === undefined ? [] : [[name, field.default]]
  })
  return Object.fromEntries(entries)
}

function withoutUndefined(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

function cachedIn<T>(cache: WeakMap<Resource, T>, resource: Resource, make: (resource: Resource) => T): T {
  const found = cache.get(resource)
  if (found) return found
  const created = make(resource)
  cache.set(resource, created)
  return created
}
