import { z } from 'zod'
import { notes } from '#core/domains/people/notes.ts'
import { Id } from '#core/platform/id.ts'
import type { MessageKey } from '#core/platform/textKeys.ts'
import { bodyCheckedByOperation } from '#server/platform/bodyCheckedByOperation.ts'
import type { Context } from '#server/platform/context.ts'
import type { Call, CallInput } from '#server/platform/http.ts'
import { notFound } from '#server/platform/refusal.ts'
import { refuseStale } from '#server/resources/operations.ts'
import { readRecord } from '#server/resources/rows.ts'
import { refuseUnknownFields } from '#server/resources/unknownFields.ts'
import type { ContactOwnerRoute } from './contactOwnerRoutes.ts'
import { belongsTo, type Owner, refuseOtherOwner } from './contacts.ts'
import { noteOperations } from './notes.ts'

const Body = bodyCheckedByOperation(() =>
  z.object({ note: z.string(), if_updated_at: z.string().optional() }),
)

/** The notes of a record: every call answers all of them, the newest first. */
export function noteCalls(place: ContactOwnerRoute): Call[] {
  const path = `${place.path}/notes`
  const one = z.object({ ...place.params, note_id: Id })
  const answerOf = async (context: Context, owner: Owner): Promise<object> => {
    const { rows, page } = await noteOperations.list(context, {
      search: '',
      page_size: 0,
      page_num: 1,
      sort: { field: notes.id, descending: true },
      filters: { object_ref: owner.object_ref, object_id: String(owner.object_id) },
    })
    return { notes: rows, page }
  }
  const call = (
    method: Call['method'],
    address: string,
    summary: string,
    params: z.ZodObject,
    act: (context: Context, owner: Owner, input: CallInput) => Promise<unknown>,
    message?: MessageKey,
  ): Call => ({
    method,
    path: address,
    tag: 'contacts',
    summary,
    access: 'session',
    params,
    ...(method !== 'GET' && method !== 'DELETE' && { body: Body }),
    answer: z.object({ notes: z.array(z.looseObject({})), page: z.looseObject({}) }),
    run: async (context, input) => {
      const { owner } = await place.ownerOf(context, input.params)
      await act(context, owner, input)
      return { ...(await answerOf(context, owner)), ...(message && { message, type: 'success' }) }
    },
  })
  const own = async (context: Context, owner: Owner, id: number): Promise<number> => {
    if (!belongsTo(await readRecord(context, notes, id), owner)) throw notFound()
    return id
  }
  const all = z.object(place.params)
  return [
    call('GET', path, 'The notes of this record, the newest first', all, async () => undefined),
    call(
      'POST',
      path,
      'Write a note to this record',
      all,
      async (context, owner, { body }) => {
        await refuseUnknownFields(notes, body)
        refuseOtherOwner(owner, body)
        await noteOperations.create(context, { ...body, ...owner })
      },
      'messages.saved',
    ),
    call(
      'PATCH',
      `${path}/:note_id`,
      'Change a note of this record',
      one,
      async (context, owner, { params, body }) => {
        const id = await own(context, owner, params.note_id)
        await refuseUnknownFields(notes, body, { read: () => noteOperations.read(context, id) })
        await refuseStale(context, notes, id, body)
        await noteOperations.update(context, id, body)
      },
      'messages.saved',
    ),
    call(
      'DELETE',
      `${path}/:note_id`,
      'Delete a note of this record',
      one,
      async (context, owner, { params }) =>
        noteOperations.remove(context, await own(context, owner, params.note_id)),
      'messages.deleted',
    ),
  ]
}
