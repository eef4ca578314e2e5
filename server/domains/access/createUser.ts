import { sql } from 'kysely'
import { users } from '#core/domains/access/users.ts'
import type { NewRecordOf, RecordOf } from '#core/resources/definition.ts'
import { readSettings } from '#server/domains/settings/readSettings.ts'
import type { Context } from '#server/platform/context.ts'
import { insertRecord } from '#server/resources/operations.ts'
import { acceptNew, refuseIssues } from '#server/resources/validate.ts'
import { choosePassword, ownerOfNewPassword } from './choosePassword.ts'
import { isBoundToNetworks, requireRankForLoginType, withholdWhatIsClosed } from './requireHigherRank.ts'

/** Makes a user with a person and a home account; the password is stored as its hash only. */
export async function createUser(context: Context, body: object): Promise<RecordOf<typeof users>> {
  if (context.actor.user_id !== null) requireRepeatedPassword(body)
  return createUserForPerson(context, body, undefined)
}

/** Makes a user of a person who is there already, else with a new person. */
export async function createUserForPerson(
  context: Context,
  body: object,
  person: number | undefined,
): Promise<RecordOf<typeof users>> {
  const values = acceptNew(context, users, body) as NewRecordOf<typeof users>
  const password = await choosePassword(context, body, await ownerOfNewPassword(context, values))
  await requireRankForLoginType(context, values.login_type_id)
  const bound = (await isBoundToNetworks(context, context.actor))
    ? ({ restrict_login_location: 1 } as const)
    : {}
  return insertUser(context, { ...values, ...bound, password }, person)
}

/** Adds a user who was checked, with a home account, and with a new person unless he is there; the password is a hash. */
export async function insertUser(
  context: Context,
  values: NewRecordOf<typeof users>,
  person: number | undefined,
): Promise<RecordOf<typeof users>> {
  const people_id = person ?? (await createPersonOf(context, values))
  const user = await insertRecord(context, users, { ...values, people_id })
  await context.db
    .insertInto('accounts')
    .values({ user_id: user.user_id, company_id: user.company_id, login_type_id: user.login_type_id })
    .execute()
  await withholdWhatIsClosed(context, user)
  return user
}

/** A password that is chosen by typing is typed twice. @throws Refusal 422 (`confirm_password`) */
export function requireRepeatedPassword(body: object): void {
  const { password, confirm_password } = body as Record<string, unknown>
  const isGiven = typeof password === 'string' && password !== ''
  const isMissing = isGiven && (confirm_password === undefined || confirm_password === '')
  refuseIssues(isMissing ? [{ field: 'confirm_password', rule: 'required' }] : [])
}

async function createPersonOf({ db }: Context, user: NewRecordOf<typeof users>): Promise<number> {
  const { time_zone } = await readSettings(db)
  const { rows } = await sql<{ people_id: number }>`
    insert into people (company_id, first_name, last_name, user_time_zone)
    select company_id, ${user.first_name}, ${user.last_name}, ${time_zone} from companies where company_id = ${user.company_id}
    returning people_id`.execute(db)
  return rows[0]?.people_id ?? 0
}
