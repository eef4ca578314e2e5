import { sql } from 'kysely'
import { templateOf } from '#core/domains/access/defaultTemplates.ts'
import { ORGANISATION_TYPE } from '#core/domains/companies/companyFields.ts'
import { keysOf } from '#core/platform/keysOf.ts'
import { findOrThrow } from '#core/platform/lists/findOrThrow.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { ALL_LOGIN_TYPES } from '#core/platform/loginTypes.ts'
import { PERMISSIONS } from '#core/platform/modules.ts'
import type { Values } from '#core/platform/values.ts'
import type { Database } from '#server/platform/database/database.ts'
import { lockExclusively } from '#server/platform/database/locks.ts'
import { BASE_HELP } from './baseHelp.ts'
import { BASE_SETS, type BaseSet } from './baseRecords.ts'
import { BASE_TANK_SPECS } from './baseTankSpecs.ts'

/** The setting that stores which records were handed out: later changes, renames and deletions stay. */
const HANDED_OUT = 'base_records'

/** Inserts the initial records of every installation. Runs at every start; inserts each record once in the database's life. */
export async function seedBase(db: Database): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    // Servers that start together do this one after the other.
    await lockExclusively(transaction, 'base_records')
    await insertTemplates(transaction)
    await insertPermissions(transaction)
    const known = await readHandedOut(transaction)
    const before = known.size
    for (const set of [...BASE_SETS, ...BASE_HELP]) await insertSet(transaction, set, known)
    await insertSpecs(transaction, known)
    await insertOwnCompany(transaction)
    if (known.size > before) await writeHandedOut(transaction, known)
  })
}

/** A login type without a template could do nothing, so a missing one is always restored. */
async function insertTemplates(db: Database): Promise<void> {
  const rows = ALL_LOGIN_TYPES.map((login_type_id) => ({
    login_type_id,
    permissions: templateOf(login_type_id),
  }))
  await insertRows(db, 'permission_templates', rows)
}

const METHOD_OF = {
  read: 'GET',
  create: 'POST',
  update: 'PATCH',
  delete: 'DELETE',
  impersonate: 'GET',
  overrule: 'POST',
} as const

const TOKEN_OF: Partial<Record<keyof typeof METHOD_OF, string>> = {
  impersonate: 'login_as',
  overrule: 'overrule',
}

/** Inserts permissions. Permissions of a later release reach the login types that have them by default. */
async function insertPermissions(db: Database): Promise<void> {
  const known = await sql<{ permission: string }>`select permission from permissions`.execute(db)
  const stored = new Set(known.rows.map(({ permission }) => permission))
  const added = PERMISSIONS.filter((permission) => !stored.has(permission))
  if (added.length === 0) return
  const rows = added.map((permission) => {
    const action = findOrThrow(keysOf(METHOD_OF), (key) => permission.endsWith(`.${key}`))
    const module = permission.slice(0, -action.length - 1)
    const permission_token = TOKEN_OF[action] ?? 'index'
    return { permission, module, permission_token, method: METHOD_OF[action] }
  })
  await insertRows(db, 'permissions', rows)
  for (const loginType of ALL_LOGIN_TYPES) {
    const granted = templateOf(loginType).filter((permission) => added.includes(permission))
    await sql`update permission_templates set updated_at = now(),
        permissions = (select jsonb_agg(held order by held) from (
          select jsonb_array_elements_text(permissions) as held union select unnest(${granted}::text[])) every_one)
      where login_type_id = ${loginType} and not permissions @> to_jsonb(${granted}::text[])`.execute(db)
  }
}

async function insertSet(db: Database, { table, id, key, rows }: BaseSet, known: Set<string>): Promise<void> {
  const missing = rows.filter((row) => !known.has(`${table}:${String(row[key])}`))
  await insertRows(db, table, missing)
  for (const row of missing) known.add(`${table}:${String(row[key])}`)
  if (missing.some((row) => id in row)) await advanceSequence(db, table, id)
}

/** Inserts rows of one kind, all with the same columns; existing rows do not change. */
async function insertRows(db: Database, table: string, rows: readonly Values[]): Promise<void> {
  if (rows.length === 0) return
  const columns = sql.join(Object.keys(firstOf(rows)).map((name) => sql.ref(name)))
  await sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)
    on conflict do nothing`.execute(db)
}

/** Moves the sequence past explicitly inserted ids. */
async function advanceSequence(db: Database, table: string, id: string): Promise<void> {
  await sql`select setval(pg_get_serial_sequence(${table}, ${id}),
    greatest((select max(${sql.ref(id)}) from ${sql.table(table)}),
      nextval(pg_get_serial_sequence(${table}, ${id})) - 1))`.execute(db)
}

async function insertSpecs(db: Database, known: Set<string>): Promise<void> {
  const keyOf = ({ manufacturer, tank_name }: { manufacturer: string; tank_name: string }) =>
    `tank_specs:${manufacturer}/${tank_name}`
  const missing = BASE_TANK_SPECS.filter((spec) => !known.has(keyOf(spec)))
  if (missing.length === 0) return
  // A maker or shape that was renamed or deleted since gets no more tanks.
  await sql`insert into tank_specs (tank_name, manufacturer_id, tank_type_id, def_liters, metric_diameter,
      metric_height, metric_width, metric_length, def_us_gallons, imperial_diameter, imperial_height,
      imperial_width, imperial_length)
    select tank_name, manufacturer_id, tank_type_id, def_liters, metric_diameter,
      metric_height, metric_width, metric_length, def_us_gallons, imperial_diameter, imperial_height,
      imperial_width, imperial_length
    from jsonb_to_recordset(${JSON.stringify(missing)}::jsonb) as spec (tank_name text, manufacturer text,
      slug text, def_liters numeric, metric_diameter numeric, metric_height numeric, metric_width numeric,
      metric_length numeric, def_us_gallons numeric, imperial_diameter numeric, imperial_height numeric,
      imperial_width numeric, imperial_length numeric)
      join tank_manufacturers using (manufacturer) join tank_types using (slug)`.execute(db)
  for (const spec of missing) known.add(keyOf(spec))
}

/** The business itself is company 1. */
async function insertOwnCompany(db: Database): Promise<void> {
  const { numAffectedRows } = await sql`
    insert into companies (company_id, organisation_type_id, company, company_short)
    select 1, ${ORGANISATION_TYPE.distributor}::int, 'Ullage', 'Ullage'
    where not exists (select from companies)`.execute(db)
  if (numAffectedRows) await advanceSequence(db, 'companies', 'company_id')
}

async function readHandedOut(db: Database): Promise<Set<string>> {
  const { rows } = await sql<{ value: string[] }>`
    select value from settings where setting_key = ${HANDED_OUT}`.execute(db)
  return new Set(rows[0]?.value)
}

async function writeHandedOut(db: Database, known: Set<string>): Promise<void> {
  const value = JSON.stringify([...known].sort())
  await sql`insert into settings (setting_key, value) values (${HANDED_OUT}, ${value}::jsonb)
    on conflict (setting_key) do update set value = excluded.value, updated_at = now()`.execute(db)
}
