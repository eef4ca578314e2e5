import { sql } from 'kysely'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import type { Values } from '#core/platform/values.ts'
import {
  type ChangesOf,
  type NewRecordOf,
  type RecordOf,
  type Resource,
  tableOf,
} from '#core/resources/definition.ts'
import { isMasked } from '#core/resources/mask.ts'
import type { Context } from '#server/platform/context.ts'
import { decryptIfPossible, type Encryptor } from '#server/platform/encryptor.ts'
import { conflict } from '#server/platform/refusal.ts'
import { audit } from '../history/audit.ts'
import { namedTables } from '../names/namedTables.ts'
import { insertRecord, updateRecord } from '../operations.ts'
import { readRecord } from '../rows.ts'
import { createMany, type ManyOutcome } from './createMany.ts'
import { refuseIssues, type Stored } from './validate.ts'

type Secrets = Record<string, string | null>

/** Fields that are written in full, returned masked, and stored encrypted, in columns next to the masked text. */
export interface EncryptedFields<R extends Resource> {
  resource: R
  names: readonly string[]
  /** The text shown in place of a secret. */
  mask: (text: string) => string
}

/** The context for which a field's text is encrypted. */
export function fieldEncryptionContext({ name }: Resource, field: string): string {
  return `${name}.${field}`
}

/** The columns of secrets in their stored form. */
export function encryptedColumns(
  encryptor: Encryptor,
  resource: Resource,
  secrets: Partial<Secrets>,
): Secrets {
  return Object.fromEntries(
    Object.entries(secrets).map(([name, text]) => [
      `${name}_sealed`,
      text ? encryptor.encrypt(text, fieldEncryptionContext(resource, name)) : null,
    ]),
  )
}

/** Inserts a validated record; `more` holds columns that no client may write. */
export async function insertEncrypted<R extends Resource>(
  context: Context,
  encryptor: Encryptor,
  fields: EncryptedFields<R>,
  values: Stored<NewRecordOf<R>>,
): Promise<RecordOf<R>> {
  const { resource } = fields
  refuseMasked(fields, values)
  const record = await insertRecord(context, resource, withMasks(fields, values))
  await writeEncrypted(context, encryptor, resource, idIn(resource, record), secretsIn(fields, values))
  return record
}

/** Like `insertEncrypted`, for many records, which `accept` validates. */
export async function insertManyEncrypted<R extends Resource>(
  context: Context,
  encryptor: Encryptor,
  fields: EncryptedFields<R>,
  { bodies, accept }: { bodies: readonly Values[]; accept: (body: Values) => Promise<Values> },
): Promise<ManyOutcome[]> {
  const { resource } = fields
  const secrets = new Map<number, Partial<Secrets>>()
  const masked = async (body: Values, at: number) => {
    const values = await accept(body)
    refuseMasked(fields, values)
    secrets.set(at, secretsIn(fields, values))
    return withMasks(fields, values)
  }
  return createMany(context, resource, bodies, masked, {
    after: ({ db }, created) =>
      writeManyEncrypted(
        db,
        resource,
        created.map(({ id, at }) => ({
          id,
          ...encryptedColumns(encryptor, resource, getOrThrow(secrets, at)),
        })),
      ),
  })
}

/** Updates a record with validated changes. A returned mask is not a change. */
export async function updateEncrypted<R extends Resource>(
  context: Context,
  encryptor: Encryptor,
  fields: EncryptedFields<R>,
  { current, input }: { current: RecordOf<R>; input: Stored<ChangesOf<R>> },
): Promise<RecordOf<R>> {
  const { resource } = fields
  const id = idIn(resource, current)
  // A form sends unchanged masks back.
  const changes = { ...input }
  for (const [name, value] of Object.entries(input))
    if (isUnchangedMask(fields, current, name, value)) Reflect.deleteProperty(changes, name)
  refuseMasked(fields, changes)
  const changed = await changedSecrets(context, encryptor, fields, id, secretsIn(fields, changes))
  await updateRecord(context, resource, id, withMasks(fields, changes))
  await writeEncrypted(context, encryptor, resource, id, changed)
  await recordUnseenChanges(context, fields, current, changed)
  return readRecord(context, resource, id)
}

/** Decrypts the secrets of a record that the caller has already read. @throws Refusal 409 when their key is not available. */
export async function readEncrypted<R extends Resource>(
  { db }: Context,
  encryptor: Encryptor,
  { resource, names }: EncryptedFields<R>,
  id: number,
): Promise<Secrets> {
  const row: Record<string, unknown> = await namedTables(db)
    .selectFrom(tableOf(resource))
    .select(names.map((name) => `${name}_sealed`))
    .where(sql.ref(resource.id), '=', id)
    .executeTakeFirstOrThrow()
  return Object.fromEntries(
    names.map((name) => {
      const encrypted = row[`${name}_sealed`]
      return [name, encrypted ? decryptOrRefuse(encryptor, resource, name, String(encrypted)) : null]
    }),
  )
}

function decryptOrRefuse(encryptor: Encryptor, resource: Resource, name: string, encrypted: string): string {
  const decrypted = decryptIfPossible(encryptor, encrypted, fieldEncryptionContext(resource, name))
  if (decrypted === undefined) throw conflict('messages.seal_lost')
  return decrypted
}

function idIn({ id }: Resource, record: Values): number {
  return Number(record[id])
}

function isUnchangedMask<R extends Resource>(
  { names }: EncryptedFields<R>,
  current: Values,
  name: string,
  value: unknown,
): boolean {
  return names.includes(name) && value === current[name]
}

/** A modified mask is neither the old text nor a new one. */
function refuseMasked<R extends Resource>({ names }: EncryptedFields<R>, values: Values): void {
  refuseIssues(
    names.filter((name) => isMasked(values[name])).map((field) => ({ field, rule: 'veiled' as const })),
  )
}

function secretsIn<R extends Resource>({ names }: EncryptedFields<R>, values: Values): Partial<Secrets> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = values[name]
      return typeof value === 'string' || value === null ? [[name, value]] : []
    }),
  )
}

function withMasks<R extends Resource, T extends Values>(fields: EncryptedFields<R>, values: T): T {
  const masks = Object.entries(secretsIn(fields, values)).map(([name, text]) => [
    name,
    text && fields.mask(text),
  ])
  return { ...values, ...Object.fromEntries(masks) }
}

/** The sent texts that differ from the stored ones. */
async function changedSecrets<R extends Resource>(
  context: Context,
  encryptor: Encryptor,
  fields: EncryptedFields<R>,
  id: number,
  input: Partial<Secrets>,
): Promise<Partial<Secrets>> {
  if (Object.keys(input).length === 0) return input
  // A text whose key was lost can still be replaced.
  const before = await readEncrypted(context, encryptor, fields, id).catch(() => undefined)
  return Object.fromEntries(Object.entries(input).filter(([name, text]) => text !== before?.[name]))
}

async function writeEncrypted(
  { db }: Context,
  encryptor: Encryptor,
  resource: Resource,
  id: number,
  secrets: Partial<Secrets>,
): Promise<void> {
  if (Object.keys(secrets).length === 0) return
  await namedTables(db)
    .updateTable(tableOf(resource))
    .set(encryptedColumns(encryptor, resource, secrets))
    .where(sql.ref(resource.id), '=', id)
    .execute()
}

/** Writes the encrypted columns of many records, each only where the record has a value. */
async function writeManyEncrypted(
  db: Context['db'],
  resource: Resource,
  records: readonly Readonly<Record<string, string | number | null>>[],
): Promise<void> {
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))].filter(
    (name) => name !== 'id',
  )
  for (const column of columns) {
    const own = records.filter((record) => record[column] != null)
    if (own.length === 0) continue
    await sql`update ${sql.table(tableOf(resource))} t set ${sql.ref(column)} = n.text
      from unnest(${own.map(({ id }) => id)}::int8[], ${own.map((record) => record[column])}::text[]) as n (id, text)
      where ${sql.ref(`t.${resource.id}`)} = n.id`.execute(db)
  }
}

/** Records changes that the masks do not show: two texts may look the same when masked. */
async function recordUnseenChanges<R extends Resource>(
  context: Context,
  fields: EncryptedFields<R>,
  current: RecordOf<R>,
  changed: Partial<Secrets>,
): Promise<void> {
  const { resource } = fields
  const unseen = Object.entries(changed).filter(([name, text]) =>
    isUnchangedMask(fields, current, name, text && fields.mask(text)),
  )
  if (unseen.length === 0) return
  await namedTables(context.db)
    .updateTable(tableOf(resource))
    .set({ updated_at: context.now })
    .where(sql.ref(resource.id), '=', idIn(resource, current))
    .execute()
  const changes = unseen.map(([field]) => ({ field, before: '[secret]', after: '[secret]' }))
  await audit(context, resource.name, idIn(resource, current), 'update', changes)
}
