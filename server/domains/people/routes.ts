import * as calls from '#core/domains/people/calls.ts'
import { DISPLAY_PREFERENCE_FIELDS } from '#core/domains/people/displayPreferenceFields.ts'
import { OWN_FIELDS } from '#core/domains/people/ownFields.ts'
import { people } from '#core/domains/people/people.ts'
import { CurrentUserResponse } from '#core/platform/currentUser.ts'
import type { Values } from '#core/platform/values.ts'
import { readCurrentUser } from '#server/domains/access/signIn/readCurrentUser.ts'
import type { Context } from '#server/platform/context.ts'
import { handleAll } from '#server/platform/http/handle.ts'
import type { Call } from '#server/platform/http/http.ts'
import { notPermitted } from '#server/platform/refusal.ts'
import { saveWithoutLoss } from '#server/resources/changes/unknownFields.ts'
import { acceptChanges, refuseIssues } from '#server/resources/changes/validate.ts'
import { imageCalls } from '#server/resources/files/imageCalls.ts'
import { refuseStale, updateRecord } from '#server/resources/operations.ts'
import { readRecord } from '#server/resources/rows.ts'
import { invitePerson } from './invitePerson.ts'
import { listReachable } from './listReachable.ts'
import { asOwnPerson, ownPersonId } from './ownPerson.ts'

const DISPLAY_FIELDS: readonly string[] = [...DISPLAY_PREFERENCE_FIELDS, 'if_updated_at']

/** The user's own profile requires the job title, the records of people do not. */
function refuseNoJobTitle({ job_title }: { job_title?: unknown }): void {
  if (job_title === undefined || String(job_title ?? '').trim() !== '') return
  refuseIssues([{ field: 'job_title', rule: 'required' }])
}

const photo = { resource: people, field: 'photo_id', name: 'photo', whole: false }

async function changeOwnPerson(context: Context, body: Values) {
  refuseMoreThanDisplay(context, body)
  const current = await readMe(context)
  const own = Object.fromEntries(
    OWN_FIELDS.filter((name) => body[name] !== undefined).map((name) => [name, body[name]]),
  )
  const as = asOwnPerson(context)
  const allowances = { read: async () => current, own: OWN_FIELDS }
  return saveWithoutLoss(context, people, body, allowances, async () => {
    await refuseStale(as, people, current.people_id, body)
    refuseNoJobTitle(body)
    const changes = acceptChanges(context, people, own, current)
    return updateRecord(as, people, current.people_id, changes)
  })
}

const ownPhotoCalls = imageCalls({
  ...photo,
  own: {
    path: '/me',
    of: (context) => ({ context: asOwnPerson(context), id: ownPersonId(context) }),
    more: async (context) => ({ user: await readCurrentUser(context) }),
    moreResponseFields: () => ({ user: CurrentUserResponse() }),
  },
})

export const peopleCalls = ({ publicUrl }: { publicUrl: string }): Call[] => [
  ...imageCalls(photo),
  ...ownPhotoCalls,
  ...handleAll('people', calls, {
    invitePerson: {
      answersSecret: true,
      summary: 'Invite a new person to sign in; the link is mailed, and returned once',
      run: async (context, { body }) => {
        const { path, ...invite } = await invitePerson(context, body)
        return {
          invite: { ...invite, link: `${publicUrl}${path}` },
          message: 'messages.invited',
          type: 'success',
        }
      },
    },
    listReachable: {
      summary: 'The contact people of a company, with number and e-mail address',
      run: async (context, { params: { company_id } }) => ({
        reachable: await listReachable(context, company_id),
      }),
    },
    readOwnPerson: {
      summary: 'Your own person',
      run: async (context) => ({ person: await readMe(context) }),
    },
    changeOwnPerson: {
      summary: 'Change your own preferences; read-only users only their display preferences',
      checksBody: true,
      run: async (context, { body }) => ({
        person: await changeOwnPerson(context, body),
        user: await readCurrentUser(context),
        message: 'messages.saved',
        type: 'success',
      }),
    },
  }),
]

/** Read-only users still choose their language, units, time and colors. @throws Refusal 405 */
function refuseMoreThanDisplay({ actor }: Context, body: Values): void {
  if (!actor.canSave && Object.keys(body).some((name) => !DISPLAY_FIELDS.includes(name))) throw notPermitted()
}

function readMe(context: Context) {
  return readRecord(asOwnPerson(context), people, ownPersonId(context))
}
