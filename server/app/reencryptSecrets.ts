import { type RawBuilder, sql } from 'kysely'
import { sites } from '#core/domains/companies/sites.ts'
import { bank_accounts } from '#core/domains/finance/bank_accounts.ts'
import { totpEncryptionContext } from '#server/domains/access/totp.ts'
import { LINK_ENCRYPTION_CONTEXT } from '#server/domains/mail/sendMail.ts'
import { SHEET_ENCRYPTION_CONTEXT } from '#server/domains/tools/imports/importLog.ts'
import type { Database } from '#server/platform/database.ts'
import { decryptIfPossible, type Encryptor } from '#server/platform/encryptor.ts'
import { ANSWER_ENCRYPTION_CONTEXT } from '#server/platform/idempotency.ts'
import { fieldEncryptionContext } from '#server/resources/sealedFields.ts'
import { UNDO_ENCRYPTION_CONTEXT } from '#server/resources/undo/undo.ts'

interface Sealed {
  table: string
  column: string
  /** What a text of a row is sealed for. */
  purpose: (row: { user_id?: number | null }) => string
  /** Columns that the purpose is told by. */
  by?: RawBuilder<unknown>
}

/** Every column that holds sealed texts. */
export const ENCRYPTED_COLUMNS: readonly Sealed[] = [
  { table: 'mails', column: 'link_sealed', purpose: () => LINK_ENCRYPTION_CONTEXT },
  { table: 'undo_entries', column: 'records_sealed', purpose: () => UNDO_ENCRYPTION_CONTEXT },
  { table: 'idempotency_keys', column: 'answer_sealed', purpose: () => ANSWER_ENCRYPTION_CONTEXT },
  { table: 'data_import_logs', column: 'preview_sealed', purpose: () => SHEET_ENCRYPTION_CONTEXT },
  { table: 'data_import_logs', column: 'sheet_sealed', purpose: () => SHEET_ENCRYPTION_CONTEXT },
  { table: 'data_import_logs', column: 'file_sealed', purpose: () => SHEET_ENCRYPTION_CONTEXT },
  { table: 'import_batches', column: 'rows_sealed', purpose: () => SHEET_ENCRYPTION_CONTEXT },
  { table: 'import_batches', column: 'outcome_sealed', purpose: () => SHEET_ENCRYPTION_CONTEXT },
  {
    table: 'bank_accounts',
    column: 'account_number_sealed',
    purpose: () => fieldEncryptionContext(bank_accounts, 'account_number'),
  },
  {
    table: 'bank_accounts',
    column: 'routing_number_sealed',
    purpose: () => fieldEncryptionContext(bank_accounts, 'routing_number'),
  },
  {
    table: 'sites',
    column: 'gate_code_sealed',
    purpose: () => fieldEncryptionContext(sites, 'gate_code'),
  },
  {
    table: 'totp_secrets',
    column: 'sealed',
    by: sql`user_id`,
    purpose: ({ user_id }) => totpEncryptionContext(user_id ?? 0),
  },
]

/** Long texts are among them: whole files that wait to be imported. */
const AT_ONCE = 20

/**
 * Seals with the present key and cipher what an earlier one has sealed, and writes these tables anew, as the old texts
 * would stay in their files. Runs at every start, before the doors open, and mostly finds nothing.
 * @returns how many texts were sealed anew, and how many no key opens
 */
export async function reencryptSecrets(
  db: Database,
  seal: Encryptor,
): Promise<{ renewed: number; lost: number }> {
  const sum = { renewed: 0, lost: 0 }
  for (const sealed of ENCRYPTED_COLUMNS) {
    const { renewed, lost } = await db.transaction().execute((own) => sealColumnAnew(own, seal, sealed))
    sum.renewed += renewed
    sum.lost += lost
  }
  return sum
}

/** All of a column or nothing: a start that is cut off in between leaves it to the next one. */
async function sealColumnAnew(
  db: Database,
  seal: Encryptor,
  { table, column, purpose, by = sql`null::int8` }: Sealed,
) {
  const sum = { renewed: 0, lost: 0 }
  const [from, name] = [sql.table(table), sql.ref(column)]
  const { rows: any } = await sql`select from ${from} where ${name} is not null limit 1`.execute(db)
  // A key is made at its first use, and not for looking.
  if (any.length === 0) return sum
  let found: { text: string; user_id: number | null }[]
  let last = ''
  do {
    // No two sealed texts are the same: a text is the name of its own row.
    const { rows } = await sql<{ text: string; user_id: number | null }>`
      select ${name} as text, ${by} as user_id from ${from}
      where not starts_with(${name}, ${seal.beginning()}) and ${name} collate "C" > ${last}
      order by ${name} collate "C" limit ${AT_ONCE}`.execute(db)
    found = rows
    for (const row of found) {
      const text = decryptIfPossible(seal, row.text, purpose(row))
      last = row.text
      if (text === undefined) sum.lost += 1
      else {
        await sql`update ${from} set ${name} = ${seal.close(text, purpose(row))}
          where ${name} = ${row.text}`.execute(db)
        sum.renewed += 1
      }
    }
  } while (found.length === AT_ONCE)
  // "using" writes only what stands there now. "vacuum full" takes dead rows along for as long as anybody may still look
  // at them: an analysis by autovacuum, a backup, another server.
  if (sum.renewed > 0)
    await sql`alter table ${from} alter column ${name} type text using ${name} || ''`.execute(db)
  return sum
}
