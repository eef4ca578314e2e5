import { z } from 'zod'
import { CurrentUserAnswer } from '#core/platform/currentUser.ts'
import { defineCall, signedIn } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { may } from '#core/resources/may.ts'
import { answeredRecord } from '#core/resources/recordSchema.ts'
import { valueSchema } from '#core/resources/schema.ts'
import { OWN_FIELDS } from './ownFields.ts'
import { people } from './people.ts'

const OwnChanges = () =>
  z.object({
    ...Object.fromEntries(OWN_FIELDS.map((name) => [name, valueSchema(people.fields[name]).optional()])),
    if_updated_at: z.string().optional(),
  })

export const readOwnPerson = defineCall({
  method: 'GET',
  path: '/me',
  access: signedIn,
  answer: () => z.object({ person: answeredRecord(people) }),
})

/** Who may save nothing still chooses how things look. */
export const changeOwnPerson = defineCall({
  method: 'PATCH',
  path: '/me',
  access: { ...signedIn, whileReadOnly: true },
  body: OwnChanges,
  answer: () =>
    z.object({
      person: answeredRecord(people),
      user: CurrentUserAnswer(),
      message: z.string(),
      type: z.string(),
    }),
})

/** Whom one reaches at a company: its own numbers first, then its people who have a number or an e-mail address. */
export const listReachable = defineCall({
  method: 'GET',
  path: '/companies/:company_id/reachable',
  access: may(people, 'read'),
  params: () => z.object({ company_id: Id }),
  answer: () =>
    z.object({
      reachable: z.array(
        z.object({
          people_id: z.int().nullable().describe('Null: the company itself.'),
          name: z.string(),
          job_title: z.string().nullable(),
          phone_number: z.string().nullable(),
          email_address: z.string().nullable(),
        }),
      ),
    }),
})
