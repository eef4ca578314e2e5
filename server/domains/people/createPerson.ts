import { people } from '#core/domains/people/people.ts'
import { HOME_COUNTRY } from '#core/platform/countries.ts'
import type { Values } from '#core/platform/values.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { createMany, createOneByOne, type ManyOutcome } from '#server/resources/changes/createMany.ts'
import { acceptNew } from '#server/resources/changes/validate.ts'
import { insertRecord } from '#server/resources/operations.ts'
import { readRecord } from '#server/resources/rows.ts'
import { contactOperations, emails, phones } from './contacts.ts'

/**
 * Creates a person; with `phone_number` (and `country_id`) and `email_address` (and `email_type`) also their first phone and e-mail.
 * @throws Refusal 422 if one of them is invalid; nothing is created then.
 */
export async function createPerson(context: Context, body: Values): Promise<RecordOf<typeof people>> {
  const values = acceptNew(context, people, body)
  const { people_id } = await insertRecord(context, people, values)
  const { phone_number, country_id, email_address, email_type } = body
  const owner = { object_ref: 'person', object_id: people_id }
  const as = asMaker(context)
  if (phone_number != null)
    await contactOperations(phones).create(as, {
      ...owner,
      phone_number,
      phone_type: 'mobile',
      country_id: country_id ?? HOME_COUNTRY,
    })
  if (email_address != null)
    await contactOperations(emails).create(as, { ...owner, email_address, email_type: email_type ?? 'work' })
  return readRecord(context, people, people_id)
}

/** Creates many people; if any has a first phone or e-mail, one by one. */
export async function createPeople(context: Context, bodies: readonly Values[]): Promise<ManyOutcome[]> {
  const isReached = (body: Values) => 'phone_number' in body || 'email_address' in body
  if (bodies.some(isReached)) return createOneByOne(context, people, bodies, createPerson)
  return createMany(context, people, bodies, (body) => acceptNew(context, people, body))
}

/** A user who may create a person may set their contacts, even if they may not change people afterwards. */
function asMaker(context: Context): Context {
  const { actor } = context
  return { ...context, actor: { ...actor, permissions: new Set([...actor.permissions, 'people.update']) } }
}
