import { sql } from 'kysely'
import { LINK_ENCRYPTION_CONTEXT } from '#server/domains/mail/sendMail.ts'
import type { Database } from '#server/platform/database.ts'
import type { Encryptor } from '#server/platform/encryptor.ts'
import { UNDO_ENCRYPTION_CONTEXT } from '#server/resources/undo/undo.ts'

/** Columns that an earlier release wrote in clear text, and how such a text begins: a sealed one never does. */
const ONCE_OPEN = [
  { table: 'mails', id: 'mail_id', column: 'link_sealed', begins: '/', purpose: LINK_ENCRYPTION_CONTEXT },
  {
    table: 'undo_entries',
    id: 'undo_id',
    column: 'records_sealed',
    begins: '[',
    purpose: UNDO_ENCRYPTION_CONTEXT,
  },
] as const

/**
 * Seals what an earlier release left in clear text, and writes the table anew, as the old text would stay in its
 * file. Migrations cannot: they have no key. Runs at every start, before the doors open, and mostly finds nothing.
 */
export async function encryptPlaintextSecrets(db: Database, seal: Encryptor): Promise<void> {
  for (const one of ONCE_OPEN) await db.transaction().execute((own) => sealTable(own, seal, one))
}

/** All of a table or nothing: a start that is cut off in between leaves it to the next one. */
async function sealTable(
  db: Database,
  seal: Encryptor,
  { table, id, column, begins, purpose }: (typeof ONCE_OPEN)[number],
): Promise<void> {
  const { rows } = await sql<{ id: number; text: string }>`
    select ${sql.ref(id)} as id, ${sql.ref(column)} as text from ${sql.table(table)}
    where starts_with(${sql.ref(column)}, ${begins})`.execute(db)
  if (rows.length === 0) return
  for (const { id: one, text } of rows) {
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${seal.close(text, purpose)}
      where ${sql.ref(id)} = ${one} and ${sql.ref(column)} = ${text}`.execute(db)
  }
  // "using" writes only what stands there now. "vacuum full" takes dead rows along for as long as anybody may still look
  // at them: an analysis by autovacuum, a backup, another server.
  await sql`alter table ${sql.table(table)} alter column ${sql.ref(column)}
    type text using ${sql.ref(column)} || ''`.execute(db)
}
