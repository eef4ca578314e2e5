import { sql } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'

/** A column in PostgreSQL's catalogue; texts are cut to the dictionary's length. */
export interface CatalogueColumn {
  table_name: string
  table_comment: string | null
  position: number
  name: string
  type: string
  length: string | null
  default_value: string | null
  attributes: string | null
  index_type: string | null
  comments: string | null
}

/** A foreign key, one row per column. `is_single`: at most one row has each reference. */
export interface CatalogueKey {
  table_name: string
  name: string
  foreign_table: string
  foreign_name: string
  is_single: boolean
}

/** The product's tables; partitions do not count as tables. */
const OUR_TABLES = sql`c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`

const SPELLINGS = {
  int2: 'smallint',
  int4: 'integer',
  int8: 'bigint',
  bool: 'boolean',
  float8: 'double',
}

/** Every column of every table in `pg_catalog`, with the indexes that include it or an expression of it. */
export async function readColumns(db: Database): Promise<CatalogueColumn[]> {
  const { rows } = await sql<CatalogueColumn>`
    select c.relname as table_name, left(obj_description(c.oid, 'pg_class'), 255) as table_comment,
      a.attnum as position, a.attname as name,
      left(coalesce(${JSON.stringify(SPELLINGS)}::jsonb ->> t.typname,
        case when t.typcategory = 'A' then substr(t.typname, 2) || '[]' else t.typname end), 12) as type,
      case when t.typname in ('varchar', 'bpchar') and a.atttypmod > 4 then (a.atttypmod - 4)::text
        when t.typname = 'numeric' and a.atttypmod > 4
          then concat(((a.atttypmod - 4) >> 16) & 65535, '.', (a.atttypmod - 4) & 65535) end as length,
      left(pg_get_expr(d.adbin, d.adrelid), 100) as default_value,
      nullif(concat_ws(', ', case when a.attnotnull then 'not null' end,
        case when a.attidentity <> '' then 'identity' end,
        case when a.attgenerated <> '' then 'generated' end), '') as attributes,
      (select left(string_agg(distinct case when i.indisprimary then 'primary' when i.indisunique then 'unique'
          else am.amname end, ', '), 255)
        from pg_index i join pg_class ic on ic.oid = i.indexrelid join pg_am am on am.oid = ic.relam
        where i.indrelid = c.oid and (a.attnum = any(i.indkey) or exists (
          select from pg_depend e where e.classid = 'pg_class'::regclass and e.objid = i.indexrelid
            and e.refobjid = c.oid and e.refobjsubid = a.attnum))) as index_type,
      left(col_description(c.oid, a.attnum), 255) as comments
    from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type t on t.oid = a.atttypid
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where ${OUR_TABLES}
    order by c.relname, a.attnum`.execute(db)
  return rows
}

/** Every foreign key between those tables. */
export async function readKeys(db: Database): Promise<CatalogueKey[]> {
  const { rows } = await sql<CatalogueKey>`
    select distinct c.relname as table_name, a.attname as name, f.relname as foreign_table, b.attname as foreign_name,
      exists (select from pg_index i where i.indrelid = c.oid and i.indisunique and i.indpred is null
        and i.indnkeyatts = 1 and i.indkey[0] = a.attnum) as is_single
    from pg_constraint k
      join pg_class c on c.oid = k.conrelid
      join pg_class f on f.oid = k.confrelid
      cross join lateral unnest(k.conkey, k.confkey) as pair (from_num, to_num)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = pair.from_num
      join pg_attribute b on b.attrelid = f.oid and b.attnum = pair.to_num
    where k.contype = 'f' and ${OUR_TABLES} and not f.relispartition
    order by 1, 2, 3, 4`.execute(db)
  return rows
}
