import { type RawBuilder, sql } from 'kysely'
import { ownerOf } from '#server/domains/access/totp.ts'
import { purposeOf } from '#server/domains/finance/bankAccounts.ts'
import { LINK_SEAL } from '#server/domains/mail/sendMail.ts'
import type { Database } from '#server/platform/database.ts'
import { ANSWER_SEAL } from '#server/platform/idempotency.ts'
import { openedIfKept, type Seal } from '#server/platform/seal.ts'
import { SHEET_SEAL } from '#server/resources/importLog.ts'
import { UNDO_SEAL } from '#server/resources/undo.ts'

interface Sealed {
  table: string
  column: string
  /** What a text of a row is sealed for. */
  purpose: (row: { user_id?: number }) => string
  /** Columns that the purpose is told by. */
  by?: RawBuilder<unknown>
}

/** Every column that holds sealed texts. */
export const SEALED: readonly Sealed[] = [
  { table: 'mails', column: 'link_sealed', purpose: () => LINK_SEAL },
  { table: 'undo_entries', column: 'records_sealed', purpose: () => UNDO_SEAL },
  { table: 'idempotency_keys', column: 'answer_sealed', purpose: () => ANSWER_SEAL },
  { table: 'data_import_logs', column: 'preview_sealed', purpose: () => SHEET_SEAL },
  { table: 'data_import_logs', column: 'sheet_sealed', purpose: () => SHEET_SEAL },
  { table: 'bank_accounts', column: 'account_number_sealed', purpose: () => purposeOf('account_number') },
  { table: 'bank_accounts', column: 'routing_number_sealed', purpose: () => purposeOf('routing_number') },
  {
    table: 'totp_secrets',
    column: 'sealed',
    by: sql`user_id`,
    purpose: ({ user_id }) => ownerOf(user_id ?? 0),
  },
]

/** Long texts are among them: whole files that wait to be imported. */
const AT_ONCE = 20

/**
 * Seals with the present key and cipher what an earlier one has sealed, and writes these tables anew, as the old texts
 * would stay in their files. Runs at every start, before the doors open, and mostly finds nothing.
 * @returns how many texts were sealed anew, and how many no key opens
 */
export async function sealAnew(db: Database, seal: Seal): Promise<{ renewed: number; lost: number }> {
  const sum = { renewed: 0, lost: 0 }
  const touched = new Set<string>()
  for (const sealed of SEALED) {
    const { renewed, lost } = await sealColumnAnew(db, seal, sealed)
    sum.renewed += renewed
    sum.lost += lost
    if (renewed > 0) touched.add(sealed.table)
  }
  for (const table of touched) await sql`vacuum full ${sql.table(table)}`.execute(db)
  return sum
}

async function sealColumnAnew(db: Database, seal: Seal, { table, column, purpose, by = sql`null` }: Sealed) {
  const sum = { renewed: 0, lost: 0 }
  const { rows: any } = await sql`
    select from ${sql.table(table)} where ${sql.ref(column)} is not null limit 1`.execute(db)
  // A key is made at its first use, and not for looking.
  if (any.length === 0) return sum
  for (let last = ''; ; ) {
    // No two sealed texts are the same: a text is the name of its own row.
    const { rows } = await sql<{ text: string; user_id: number }>`
      select ${sql.ref(column)} as text, ${by} as user_id from ${sql.table(table)}
      where not starts_with(${sql.ref(column)}, ${seal.beginning()}) and ${sql.ref(column)} collate "C" > ${last}
      order by ${sql.ref(column)} collate "C" limit ${AT_ONCE}`.execute(db)
    for (const row of rows) {
      const text = openedIfKept(seal, row.text, purpose(row))
      if (text === undefined) sum.lost += 1
      else {
        await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${seal.close(text, purpose(row))}
          where ${sql.ref(column)} = ${row.text}`.execute(db)
        sum.renewed += 1
      }
      last = row.text
    }
    if (rows.length < AT_ONCE) return sum
  }
}
