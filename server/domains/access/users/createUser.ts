import { sql } from 'kysely'
import { users } from '#core/domains/access/users.ts'
import { entity_emails } from '#core/domains/people/entity_emails.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import type { LoginType } from '#core/platform/loginTypes.ts'
import type { Values } from '#core/platform/values.ts'
import type { NewRecordOf, RecordOf } from '#core/resources/definition.ts'
import { readSettings } from '#server/domains/settings/readSettings.ts'
import type { Context } from '#server/platform/context.ts'
import { createMany, type ManyOutcome } from '#server/resources/changes/createMany.ts'
import { acceptNew, refuseIssues } from '#server/resources/changes/validate.ts'
import { insertRecord } from '#server/resources/operations.ts'
import { choosePassword, ownerOfNewPassword } from '../password/choosePassword.ts'
import { isBoundToNetworks, requireRankForLoginType, withholdWhatIsClosed } from './requireHigherRank.ts'

/** Creates a user with a person and a home account; only the password's hash is stored. */
export async function createUser(context: Context, body: Values): Promise<RecordOf<typeof users>> {
  if (context.actor.user_id !== null) requireRepeatedPassword(body)
  return createUserForPerson(context, body, undefined)
}

/** Creates many users like `createUser`. */
export async function createUsers(context: Context, bodies: readonly Values[]): Promise<ManyOutcome[]> {
  const business = once(async () => (await readSettings(context.db)).company_name)
  const bound = once(() => isBoundToNetworks(context, context.actor))
  const ranks = new Map<LoginType, Promise<void>>()
  const companies = new Map<number, Promise<string | null | undefined>>()
  const companyOf = (user: NewRecordOf<typeof users>) => {
    const found =
      companies.get(user.company_id) ?? ownerOfNewPassword(context, user).then(({ company }) => company)
    companies.set(user.company_id, found)
    return found
  }
  const accept = async (body: Values) => {
    if (context.actor.user_id !== null) requireRepeatedPassword(body)
    const values = acceptNew(context, users, body)
    const owner = { ...values, company: await companyOf(values) }
    const password = await choosePassword(context, body, owner, business)
    const type = values.login_type_id
    const rank = ranks.get(type) ?? requireRankForLoginType(context, type)
    ranks.set(type, rank)
    await rank
    return { ...values, ...((await bound()) && { restrict_login_location: 1 }), password }
  }
  return createMany(context, users, bodies, accept, {
    before: async (own, values) => {
      const people = await createPeopleOf(own, values)
      return values.map((user, index) => ({ ...user, people_id: itemAt(people, index) }))
    },
    after: async (own, created) => {
      const accounts = created.map(({ id, values }) => ({
        user_id: id,
        company_id: values.company_id,
        login_type_id: values.login_type_id,
      }))
      await own.db.insertInto('accounts').values(accounts).execute()
      await withholdWhatIsClosed(own, ...accounts)
    },
  })
}

/** Memoizes a query. */
function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let found: Promise<T> | undefined
  return () => (found ??= ask())
}

/** Creates a user for an existing person, or with a new person. */
export async function createUserForPerson(
  context: Context,
  body: Values,
  person: number | undefined,
): Promise<RecordOf<typeof users>> {
  const values = acceptNew(context, users, body)
  const password = await choosePassword(context, body, await ownerOfNewPassword(context, values))
  await requireRankForLoginType(context, values.login_type_id)
  const bound = (await isBoundToNetworks(context, context.actor))
    ? ({ restrict_login_location: 1 } as const)
    : {}
  return insertUser(context, { ...values, ...bound, password }, person)
}

/** Inserts a validated user with a home account, and with a new person unless one is given; the password is a hash. */
export async function insertUser(
  context: Context,
  values: NewRecordOf<typeof users>,
  person: number | undefined,
): Promise<RecordOf<typeof users> & { people_id: number }> {
  const people_id = person ?? firstOf(await createPeopleOf(context, [values]))
  const user = await insertRecord(context, users, { ...values, people_id })
  await context.db
    .insertInto('accounts')
    .values({ user_id: user.user_id, company_id: user.company_id, login_type_id: user.login_type_id })
    .execute()
  await withholdWhatIsClosed(context, user)
  return { ...user, people_id }
}

/** Gives a new person their primary e-mail address. */
export async function addFirstEmail(context: Context, people_id: number, address: string): Promise<void> {
  const email = await insertRecord(context, entity_emails, {
    object_ref: 'person',
    object_id: people_id,
    email_address: address,
    email_type: 'work',
    email_link: `mailto:${address}`,
    prime: 1,
    notify: 0,
  })
  await sql`update people set entity_emails_id = ${email.entity_emails_id} where people_id = ${people_id}`.execute(
    context.db,
  )
}

/** A typed password must be repeated. @throws Refusal 422 (`confirm_password`) */
export function requireRepeatedPassword(body: Values): void {
  const { password, confirm_password } = body
  const isGiven = typeof password === 'string' && password !== ''
  const isMissing = isGiven && (confirm_password === undefined || confirm_password === '')
  refuseIssues(isMissing ? [{ field: 'confirm_password', rule: 'required' }] : [])
}

/** @returns the people, in the order of the users; 0 for one whose company does not exist */
async function createPeopleOf(
  { db }: Context,
  inputs: readonly NewRecordOf<typeof users>[],
): Promise<number[]> {
  const { time_zone } = await readSettings(db)
  const rows = inputs.map(({ company_id, first_name, last_name }, index) => ({
    ...{ at: index, company_id, first_name, last_name },
  }))
  const { rows: existing } = await sql<{ at: number; people_id: number }>`
    with one as (
      select nextval(pg_get_serial_sequence('people', 'people_id')) as people_id, u.*
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as u (at integer, company_id bigint, first_name text, last_name text) join companies using (company_id)),
    made as (insert into people (people_id, company_id, first_name, last_name, user_time_zone)
      select people_id, company_id, first_name, last_name, ${time_zone} from one)
    select at, people_id from one`.execute(db)
  const byPlace = new Map(existing.map(({ at, people_id }) => [at, Number(people_id)]))
  return inputs.map((_, index) => byPlace.get(index) ?? 0)
}
