import { z } from 'zod'
import { DISPLAY_PREFERENCE_FIELDS } from '#core/domains/people/displayPreferenceFields.ts'
import { people } from '#core/domains/people/people.ts'
import type { Resource } from '#core/resources/definition.ts'
import { valueSchema } from '#core/resources/schema.ts'
import { readCurrentUser } from '#server/domains/access/readCurrentUser.ts'
import { bodyCheckedByOperation } from '#server/platform/bodyCheckedByOperation.ts'
import type { Context } from '#server/platform/context.ts'
import type { Call } from '#server/platform/http.ts'
import { notPermitted } from '#server/platform/refusal.ts'
import { imageCalls } from '#server/resources/files/imageCalls.ts'
import { refuseStale, updateRecord } from '#server/resources/operations.ts'
import { readRecord } from '#server/resources/rows.ts'
import { refuseUnknownFields } from '#server/resources/unknownFields.ts'
import { acceptChanges, refuseIssues } from '#server/resources/validate.ts'
import { asOwnPerson, ownPersonId } from './ownPerson.ts'

/** What people may change of themselves; what others must be able to rely on stays with who keeps the records. */
const OWN_FIELDS = [
  'prefix',
  'first_name',
  'middle_name',
  'last_name',
  'suffix',
  'job_title',
  'nick_name',
  'language',
  'theme',
  'unit_of_measure',
  'user_time_zone',
  'notification_method',
  'battery_notify',
  'report_time',
  'default_route',
] as const

const OwnChanges = z.object({
  ...Object.fromEntries(OWN_FIELDS.map((name) => [name, valueSchema(people.fields[name]).optional()])),
  if_updated_at: z.string().optional(),
})

const LOOK: readonly string[] = [...DISPLAY_PREFERENCE_FIELDS, 'if_updated_at']

const tag = 'people'

/** Whoever says who they are says what they do: the profile asks for the job title, the records of people do not. */
function refuseNoJobTitle({ job_title }: { job_title?: unknown }): void {
  if (job_title === undefined || String(job_title ?? '').trim() !== '') return
  refuseIssues([{ field: 'job_title', rule: 'required' }])
}

const photo = { resource: people as Resource, field: 'photo_id', name: 'photo', whole: false }

export const peopleCalls: Call[] = [
  ...imageCalls(photo),
  ...imageCalls({
    ...photo,
    own: {
      path: '/me',
      of: (context) => ({ context: asOwnPerson(context), id: ownPersonId(context) }),
      more: async (context) => ({ user: await readCurrentUser(context) }),
      moreAnswer: { user: z.looseObject({}) },
    },
  }),
  {
    method: 'GET',
    path: '/me',
    tag,
    summary: 'Your own person',
    access: 'session',
    answer: z.object({ person: z.looseObject({}) }),
    run: async (context) => ({ person: await readMe(context) }),
  },
  {
    method: 'PATCH',
    path: '/me',
    tag,
    summary: 'Change your own preferences; who may save nothing, only how things look to him',
    access: 'session',
    whileReadOnly: true,
    body: bodyCheckedByOperation(() => OwnChanges),
    answer: z.object({ person: z.looseObject({}), user: z.looseObject({}) }),
    run: async (context, { body }) => {
      refuseMoreThanLook(context, body)
      const current = await readMe(context)
      await refuseUnknownFields(people, body, { read: async () => current, own: OWN_FIELDS })
      await refuseStale(asOwnPerson(context), people, current.people_id, body)
      refuseNoJobTitle(body)
      const own = Object.fromEntries(
        OWN_FIELDS.filter((name) => body[name] !== undefined).map((name) => [
          name,
          name === 'language' && body[name] === 'english' ? 'en' : body[name],
        ]),
      )
      const person = await updateRecord(
        asOwnPerson(context),
        people,
        current.people_id,
        acceptChanges(context, people, own, current) as never,
      )
      return { person, user: await readCurrentUser(context), message: 'messages.saved', type: 'success' }
    },
  },
]

/** Who may save nothing still chooses in which language, units, time and colors he reads. @throws Refusal 405 */
function refuseMoreThanLook({ actor }: Context, body: object): void {
  if (!actor.canSave && Object.keys(body).some((name) => !LOOK.includes(name))) throw notPermitted()
}

function readMe(context: Context) {
  return readRecord(asOwnPerson(context), people, ownPersonId(context))
}
