import { type RawBuilder, sql } from 'kysely'
import { sites } from '#core/domains/companies/sites.ts'
import { bank_accounts } from '#core/domains/finance/bank_accounts.ts'
import { totpEncryptionContext } from '#server/domains/access/secondFactor/totp.ts'
import { CLIENT_SECRET_ENCRYPTION_CONTEXT } from '#server/domains/access/singleSignOn/identityProviders.ts'
import { LINK_ENCRYPTION_CONTEXT } from '#server/domains/mail/sendMail.ts'
import {
  PUSH_KEY_ENCRYPTION_CONTEXT,
  SUBSCRIPTION_ENCRYPTION_CONTEXT,
} from '#server/domains/notifications/channels/push.ts'
import { SECRET_ENCRYPTION_CONTEXT } from '#server/domains/notifications/webhooks/sendMessage.ts'
import { SHEET_ENCRYPTION_CONTEXT } from '#server/domains/tools/imports/importLog.ts'
import type { Database } from '#server/platform/database/database.ts'
import { decryptIfPossible, type Encryptor } from '#server/platform/encryptor.ts'
import { ANSWER_ENCRYPTION_CONTEXT } from '#server/platform/http/idempotency.ts'
import { fieldEncryptionContext } from '#server/resources/changes/encryptedFields.ts'
import { UNDO_ENCRYPTION_CONTEXT } from '#server/resources/undo/undo.ts'

interface EncryptedColumn {
  table: string
  column: string
  /** The purpose for which a row's text is encrypted. */
  purpose: (row: { user_id?: number | null }) => string
  /** Columns from which the purpose is derived. */
  by?: RawBuilder<unknown>
}

/** Every column that holds encrypted texts. */
export const ENCRYPTED_COLUMNS: readonly EncryptedColumn[] = [
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
  { table: 'push_keys', column: 'private_key_sealed', purpose: () => PUSH_KEY_ENCRYPTION_CONTEXT },
  {
    table: 'push_subscriptions',
    column: 'subscription_sealed',
    purpose: () => SUBSCRIPTION_ENCRYPTION_CONTEXT,
  },
  { table: 'webhooks', column: 'secret_sealed', purpose: () => SECRET_ENCRYPTION_CONTEXT },
  {
    table: 'identity_providers',
    column: 'client_secret_sealed',
    purpose: () => CLIENT_SECRET_ENCRYPTION_CONTEXT,
  },
  {
    table: 'totp_secrets',
    column: 'sealed',
    by: sql`user_id`,
    purpose: ({ user_id }) => totpEncryptionContext(user_id ?? 0),
  },
]

/** Rows per batch. Some texts are long: whole files that wait to be imported. */
const BATCH_SIZE = 20

/**
 * Encrypts texts of earlier keys again with the current key and cipher, and rewrites their tables, as the old texts would stay in
 * their files. Runs at every start before the server listens; mostly finds nothing.
 * @returns the number of texts encrypted again, and of texts that no key decrypts
 */
export async function reencryptSecrets(
  db: Database,
  encryptor: Encryptor,
): Promise<{ renewed: number; lost: number }> {
  const sum = { renewed: 0, lost: 0 }
  for (const column of ENCRYPTED_COLUMNS) {
    const { renewed, lost } = await db.transaction().execute((own) => reencryptColumn(own, encryptor, column))
    sum.renewed += renewed
    sum.lost += lost
  }
  return sum
}

/** All of a column or nothing: an interrupted start leaves it to the next one. */
async function reencryptColumn(
  db: Database,
  encryptor: Encryptor,
  { table, column, purpose, by = sql`null::int8` }: EncryptedColumn,
) {
  const sum = { renewed: 0, lost: 0 }
  const [from, name] = [sql.table(table), sql.ref(column)]
  const { rows: any } = await sql`select from ${from} where ${name} is not null limit 1`.execute(db)
  // A key is created at its first use, not by checking.
  if (any.length === 0) return sum
  let found: { text: string; user_id: number | null }[]
  let last = ''
  do {
    // No two encrypted texts are the same, so a text identifies its row.
    const { rows } = await sql<{ text: string; user_id: number | null }>`
      select ${name} as text, ${by} as user_id from ${from}
      where not starts_with(${name}, ${encryptor.prefix()}) and ${name} collate "C" > ${last}
      order by ${name} collate "C" limit ${BATCH_SIZE}`.execute(db)
    found = rows
    for (const row of found) {
      const text = decryptIfPossible(encryptor, row.text, purpose(row))
      last = row.text
      if (text === undefined) sum.lost += 1
      else {
        await sql`update ${from} set ${name} = ${encryptor.encrypt(text, purpose(row))}
          where ${name} = ${row.text}`.execute(db)
        sum.renewed += 1
      }
    }
  } while (found.length === BATCH_SIZE)
  // "using" writes only live rows. "vacuum full" keeps dead rows that a transaction may still see: autovacuum's analysis, a
  // backup, another server.
  if (sum.renewed > 0)
    await sql`alter table ${from} alter column ${name} type text using ${name} || ''`.execute(db)
  return sum
}
