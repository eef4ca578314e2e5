import type pg from 'pg'
import type { BackupHeader, BackupTable } from './backupFile.ts'

/** Makes both sides read and write values in the same format and without timeouts, with any settings of the database. */
export const SESSION = `set client_encoding = 'UTF8'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres';
  set timezone = 'UTC'; set extra_float_digits = 3; set bytea_output = 'hex'; set xmloption = 'content';
  set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = '20s'`

/** Tables with their own rows: no parents of partitions, no tables of extensions. */
const TABLES = `
  select c.relname as name, c.oid, c.relispartition as is_part from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
    and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
    -- A detached partition waits to be dropped: its rows no longer count.
    and not (not c.relispartition and exists (
      select from pg_class p where p.relkind = 'p' and p.relnamespace = c.relnamespace
        and c.relname ~ ('^' || p.relname || '_\\d{4}(_\\d\\d)?$')))
  order by c.relname`

export async function listTables(client: pg.ClientBase): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable>(`
    select t.name as table, (select json_agg(a.attname order by a.attnum) from pg_attribute a
      where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
    from (${TABLES}) t`)
  return rows
}

/** Everything that a backup needs of the database in addition to its rows. */
export async function readHeader(client: pg.ClientBase): Promise<BackupHeader> {
  const migrations = await client.query<{ name: string }>('select name from migrations order by name')
  const parts = await client.query<BackupHeader['parts'][number]>(`
    select c.relname as name, p.relname as of, pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_class c join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent
    where c.relispartition and c.relkind = 'r' and not i.inhdetachpending
      and c.relnamespace = current_schema()::regnamespace
    order by c.relname`)
  const sequences = await client.query<BackupHeader['sequences'][number]>(`
    select sequencename as name, last_value::text as last from pg_sequences where schemaname = current_schema()
    order by sequencename`)
  return {
    format: 'ullage-backup',
    version: 1,
    made: new Date().toISOString(),
    migrations: migrations.rows.map(({ name }) => name),
    parts: parts.rows,
    sequences: sequences.rows,
  }
}

/** A name quoted for a statement. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
