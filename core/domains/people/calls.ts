import { z } from 'zod'
import { users } from '#core/domains/access/users.ts'
import { CurrentUserResponse } from '#core/platform/currentUser.ts'
import { defineCall, signedIn } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { ALL_LOGIN_TYPES } from '#core/platform/loginTypes.ts'
import { messageFields } from '#core/platform/messageFields.ts'
import { ruleMessage } from '#core/platform/schemaIssues.ts'
import { may } from '#core/resources/may.ts'
import { typedRecordSchema } from '#core/resources/recordSchema.ts'
import { newRecordSchema, valueSchema } from '#core/resources/schema.ts'
import { entity_emails } from './entity_emails.ts'
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
  response: () => z.object({ person: typedRecordSchema(people) }),
})

/** Read-only users may still change their display preferences. */
export const changeOwnPerson = defineCall({
  method: 'PATCH',
  path: '/me',
  access: { ...signedIn, whileReadOnly: true },
  body: OwnChanges,
  response: () =>
    z.object({
      person: typedRecordSchema(people),
      user: CurrentUserResponse(),
      ...messageFields(),
    }),
})

/** Creates a person and invites them to sign in. An existing person is invited by `POST /people/{people_id}/invite`. */
export const invitePerson = defineCall({
  method: 'POST',
  path: '/invitations',
  access: may(users, 'create'),
  body: () =>
    newRecordSchema(people)
      .pick({ first_name: true, last_name: true, company_id: true })
      .extend({
        email_address: valueSchema(entity_emails.fields.email_address),
        login_type_id: z.enum(ALL_LOGIN_TYPES, { error: ruleMessage('choice') }),
      }),
  response: () =>
    z.object({
      invite: z.object({
        people_id: z.int(),
        link: z.string(),
        expires_at: z.iso.datetime(),
        receiver: z.string().nullable(),
      }),
    }),
})

/** Contacts of a company: its own numbers first, then its people with a phone number or an e-mail address. */
export const listReachable = defineCall({
  method: 'GET',
  path: '/companies/:company_id/reachable',
  access: may(people, 'read'),
  params: () => z.object({ company_id: Id }),
  response: () =>
    z.object({
      reachable: z.array(
        z.object({
          people_id: z.int().nullable().describe('Null for the company itself.'),
          name: z.string(),
          job_title: z.string().nullable(),
          phone_number: z.string().nullable(),
          email_address: z.string().nullable(),
        }),
      ),
    }),
})
