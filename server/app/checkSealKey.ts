import { sql } from 'kysely'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { WrongSetting } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Encryptor } from '#server/platform/encryptor.ts'
import { ENCRYPTED_COLUMNS } from './commands/reencryptSecrets.ts'

const PURPOSE = 'seal_key_checks.digest'

/**
 * Compares this server's encryption key with the key that the database is used with. The first start stores a keyed hash of its key; a
 * start with `SEAL_KEY_OLD` replaces the hash of an earlier key.
 * @param isLost the database's key is lost: this server's key replaces it.
 * @throws WrongSetting if the keys differ: this server could not decrypt what the others encrypt.
 */
export async function checkSealKey(db: Database, encryptor: Encryptor, isLost: boolean): Promise<void> {
  await db.transaction().execute(async (own) => {
    await sql`lock table seal_key_checks in exclusive mode`.execute(own)
    const { rows } = await sql<{ digest: Buffer }>`select digest from seal_key_checks`.execute(own)
    const stored = rows[0]?.digest
    // Without a key, a new one would be created here and look like the right one.
    if (stored && !isLost && !encryptor.hasKey()) throw wrongKey()
    const digests = encryptor.digests('', PURPOSE)
    const present = firstOf(digests)
    if (stored?.equals(present)) return
    const isKnown = stored
      ? digests.some((digest) => digest.equals(stored))
      : await opensWhatIsSealed(own, encryptor)
    if (!isKnown && !isLost) throw wrongKey()
    await sql`insert into seal_key_checks (digest) values (${present})
      on conflict (only_one) do update set digest = excluded.digest, stored_at = now()`.execute(own)
  })
}

/** Whether a database of an earlier release holds no encrypted value, or one that a key of this server decrypts. */
async function opensWhatIsSealed(db: Database, encryptor: Encryptor): Promise<boolean> {
  let isAnythingSealed = false
  for (const { table, column } of ENCRYPTED_COLUMNS) {
    const { rows } = await sql<{ text: string }>`
      select distinct substr(${sql.ref(column)}, 1, 16) as text from ${sql.table(table)}
      where ${sql.ref(column)} is not null`.execute(db)
    if (rows.some(({ text }) => encryptor.isOfKnownKey(text))) return true
    isAnythingSealed ||= rows.length > 0
  }
  return !isAnythingSealed
}

const wrongKey = () =>
  new WrongSetting(
    'This server has another seal key than the database. All servers of a database, and a restored backup, need the key that ' +
      'it is used with: set SEAL_KEY to the key of the other servers, or put the file seal.key back into DATA_DIR. To change the ' +
      'key, set SEAL_KEY to the new one and SEAL_KEY_OLD to the one before. If it is lost, set SEAL_KEY_LOST=1 for one start: what ' +
      'was sealed with it cannot be read any more. Nothing was changed.',
  )
