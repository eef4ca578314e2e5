import { sql } from 'kysely'
import { templateOf } from '#core/domains/access/defaultTemplates.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import type { Context } from '#server/platform/context.ts'
import { lockExclusively } from '#server/platform/database/locks.ts'
import { conflict } from '#server/platform/refusal.ts'

/**
 * Runs work that may remove rights, and refuses it when no user would be left with all default rights of an administrator: no one could
 * grant them again. Such changes are serialized.
 * @throws Refusal 409
 */
export async function ensureAdministratorRemains<T>(context: Context, work: () => Promise<T>): Promise<T> {
  await lockExclusively(context.db, 'administrators')
  const wasThere = await isThereAnAdministrator(context)
  const done = await work()
  if (wasThere && !(await isThereAnAdministrator(context))) throw conflict('messages.last_administrator')
  return done
}

async function isThereAnAdministrator({ db }: Context): Promise<boolean> {
  const { rows } = await sql<{ is_there: boolean }>`
    select exists (
      select from accounts a join users u using (user_id)
      where u.status = 1 and a.login_type_id = 'administrator' and a.limit_devices = '{}' and a.limit_tags = '{}'
        and permissions_of(a) @> ${templateOf('administrator')}::text[]
    ) as is_there`.execute(db)
  return firstOf(rows).is_there
}
