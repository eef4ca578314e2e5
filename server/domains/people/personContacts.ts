import { sql } from 'kysely'
import { users } from '#core/domains/access/users.ts'
import { person_contacts } from '#core/domains/people/person_contacts.ts'
import type { LoginType } from '#core/platform/loginTypes.ts'
import type { ComputedFields } from '#server/resources/operations.ts'
import { visibleIfRead } from '#server/resources/rights/visible.ts'

interface ContactRow {
  phone_number: string | null
  phone_number_formatted: string | null
  email_address: string | null
  login_type_id: LoginType | null
}

/** The primary phone number, e-mail address and login type of people, with one statement for all rows. */
export const personContacts: ComputedFields = {
  definition: person_contacts,
  read: async ({ db, actor }, rows) => {
    const ids = rows.map(({ people_id }) => Number(people_id))
    const { rows: found } = await sql<ContactRow>`
      select p.phone_number, p.phone_number_formatted, e.email_address, u.login_type_id
      from unnest(${ids}::int8[]) with ordinality as person (people_id, place)
      left join lateral (select phone_number, phone_number_formatted from entity_phones
        where object_ref = 'person' and object_id = person.people_id
        order by prime desc, entity_phones_id limit 1) p on true
      left join lateral (select email_address from entity_emails
        where object_ref = 'person' and object_id = person.people_id
        order by prime desc, entity_emails_id limit 1) e on true
      left join lateral (select login_type_id from users
        where people_id = person.people_id and status = 1 and ${visibleIfRead(actor, users)}
        order by owner desc, user_id limit 1) u on true
      order by person.place`.execute(db)
    return found
  },
}
