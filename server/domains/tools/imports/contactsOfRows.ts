import { sql } from 'kysely'
import { CONTACT_PARTS, contactOwner } from '#core/domains/tools/contactParts.ts'
import type { Issue } from '#core/platform/issue.ts'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import { groupBy } from '#core/platform/lists/groupBy.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import type { Values } from '#core/platform/values.ts'
import type { Resource } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { acceptChanges, acceptNew } from '#server/resources/changes/validate.ts'
import type { CreatedRecord } from '#server/resources/imports/importedRow.ts'
import { refusalOrThrow } from '#server/resources/lists/oneOfMany.ts'
import { rowsOf } from '#server/resources/rows.ts'
import type { PreparedRow } from './prepareRows.ts'
import type { RowError } from './rowErrors.ts'
import { alone, changeOne, type Kind } from './rowWork.ts'

/** A phone, e-mail or address in a row that is new or differs. */
export interface ContactChange {
  kind: Resource
  /** The existing one that changes; undefined for a new one. */
  id?: number
  body: Values
  record?: CreatedRecord
}

interface RowOfOwner extends PreparedRow {
  fault?: RowError
  isRepeated?: boolean
  id?: number
  record?: CreatedRecord
  contacts: ContactChange[]
}

/** Fields that alone are not an address. */
const INSUFFICIENT_ALONE = new Set(['country_id', 'state', 'zip_code_ext'])

function bodyOfPart(body: Values, part: string): Values | undefined {
  const own = Object.entries(body).flatMap(([name, value]): [string, unknown][] =>
    name.startsWith(`${part}.`) ? [[name.slice(part.length + 1), value]] : [],
  )
  return own.some(([name]) => !INSUFFICIENT_ALONE.has(name)) ? Object.fromEntries(own) : undefined
}

/** Determines the new or different contacts of the rows, and their errors. */
export async function contactChanges(
  context: Context,
  kindNamed: (name: string) => Kind,
  resource: Resource,
  rows: readonly RowOfOwner[],
): Promise<void> {
  const object_ref = contactOwner(resource)
  if (!object_ref) return
  const owners = rows.flatMap(({ id }) => (id === undefined ? [] : [id]))
  const there = new Map<string, Map<number, Values[]>>()
  for (const [part, { kind, given, title }] of Object.entries(CONTACT_PARTS)) {
    if (!rows.some(({ body }) => bodyOfPart(body, part))) continue
    if (!there.has(kind.name)) there.set(kind.name, await contactsOf(context, kind, object_ref, owners))
    for (const row of rows) {
      const stated = row.isRepeated ? undefined : bodyOfPart(row.body, part)
      if (!stated || row.fault instanceof Refusal) continue
      const others = row.id === undefined ? [] : (getOrThrow(there, kind.name).get(row.id) ?? [])
      const issues = planContact(context, kindNamed(kind.name).resource, row, {
        ...{ given, title, stated, others, owner: { object_ref, object_id: row.id ?? 1 } },
      })
      if (issues.length === 0) continue
      const known = new Set(
        (row.fault ?? []).map(({ field }) => field).concat(row.issues.map(({ field }) => field)),
      )
      const named = issues.map((issue) => ({ ...issue, field: `${part}.${issue.field}` }))
      row.fault = [...(row.fault ?? []), ...named.filter(({ field }) => !known.has(field))]
    }
  }
}

interface StatedContact {
  given: Values
  title: string
  stated: Values
  others: readonly Values[]
  owner: Values
}

/** An equal number is the same contact; else the one of its type is changed; else it is a new one. */
function planContact(
  context: Context,
  kind: Resource,
  row: RowOfOwner,
  { given, title, stated, others, owner }: StatedContact,
): Issue[] {
  try {
    const accepted = acceptNew(context, kind, { ...owner, ...given, ...stated })
    const keyOf = (value: unknown) => String(value ?? '').toLowerCase()
    const key = kind.fields[title]?.kind === 'phone' ? digitsOf : keyOf
    const isThat = (values: Values) => key(values[title]) === key(accepted[title])
    const ofType = others.filter((other) =>
      Object.entries(given).every(([name, value]) => other[name] === value),
    )
    const current =
      ofType.find(isThat) ?? others.find(isThat) ?? (ofType.length === 1 ? ofType[0] : undefined)
    if (!current) {
      row.contacts.push({ kind, body: { ...given, ...stated } })
      return []
    }
    const changes = acceptChanges(context, kind, stated, current)
    const differing = Object.keys(stated).filter((name) => {
      if (name === title && isThat(current)) return false
      return JSON.stringify(changes[name] ?? null) !== JSON.stringify(current[name] ?? null)
    })
    if (differing.length > 0)
      row.contacts.push({
        kind,
        id: Number(current[kind.id]),
        body: Object.fromEntries(differing.map((name) => [name, stated[name]])),
      })
    return []
  } catch (error) {
    return [...(refusalOrThrow(error).options.issues ?? [])]
  }
}

/** A typed number and its stored form end with the same digits. */
const digitsOf = (value: unknown) =>
  String(value ?? '')
    .replace(/\D/g, '')
    .slice(-10)

async function contactsOf(context: Context, kind: Resource, object_ref: string, owners: readonly number[]) {
  if (owners.length === 0) return new Map<number, Values[]>()
  const rows: Values[] = await rowsOf(context, kind)
    .selectAll(kind.name)
    .where(sql.ref(`${kind.name}.object_ref`), '=', object_ref)
    .where(sql<boolean>`${sql.ref(`${kind.name}.object_id`)} = any(${owners}::int8[])`)
    .orderBy(sql.ref(`${kind.name}.${kind.id}`))
    .execute()
  return groupBy(rows, ({ object_id }) => Number(object_id))
}

/** Creates and changes the contacts of rows whose records exist now. */
export async function makeContacts(
  context: Context,
  kindNamed: (name: string) => Kind,
  resource: Resource,
  rows: readonly RowOfOwner[],
): Promise<void> {
  const object_ref = contactOwner(resource)
  const requested = rows.flatMap((row) =>
    row.fault ? [] : row.contacts.map((contact) => ({ row, contact })),
  )
  for (const [name, some] of groupBy(requested, ({ contact }) => contact.kind.name)) {
    const kind = kindNamed(name)
    const created = some.filter(({ contact }) => contact.id === undefined)
    const bodies = created.map(({ row, contact }) => ({
      ...contact.body,
      object_ref,
      object_id: row.id ?? row.record?.id,
    }))
    const outcomes = bodies.length > 0 ? await kind.operations.createMany(context, bodies) : []
    for (const [index, outcome] of outcomes.entries()) {
      const { row, contact } = itemAt(created, index)
      if (outcome instanceof Refusal) row.fault = outcome
      else contact.record = { kind: name, ...outcome }
    }
    for (const { row, contact } of some) {
      const { id, body } = contact
      if (id === undefined) continue
      await alone(context, row, async () => {
        contact.record = { kind: name, ...(await changeOne(context, kind, id, body)) }
      })
    }
  }
}
