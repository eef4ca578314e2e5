import { z } from 'zod'
import { defineCall, signedIn, signedInOrKey } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { messageFields } from '#core/platform/messageFields.ts'
import { PageInfo } from '#core/resources/calls/pageResponse.ts'
import { typedRecordSchema } from '#core/resources/recordSchema.ts'
import type { ContactPlace } from './contactCalls.ts'
import { notes } from './notes.ts'

const Note = () =>
  typedRecordSchema(notes, {
    module: z.string(),
    module_id: z.int(),
    date_created: z.iso.datetime(),
    photo_thumb: z.string().nullable(),
    editable: z.union([z.literal(0), z.literal(1)]),
  })
const All = () => ({ notes: z.array(Note()), page: PageInfo })
const Changed = () => z.object({ ...All(), ...messageFields() })
const Body = () => z.object({ note: z.string(), if_updated_at: z.string().optional() })

export type NoteCalls = ReturnType<typeof noteCalls>

/** Defines the calls of the notes of a record: each returns all notes, newest first. */
export function noteCalls({ path: owner, params: ownerParams }: ContactPlace) {
  const path: string = `${owner}/notes`
  const all = () => z.object(ownerParams)
  const one = () => z.object({ ...ownerParams, note_id: Id })
  return {
    listNotes: defineCall({
      method: 'GET',
      path,
      access: signedInOrKey,
      params: all,
      response: () => z.object(All()),
    }),
    addNote: defineCall({
      method: 'POST',
      path,
      access: signedIn,
      params: all,
      body: Body,
      response: Changed,
    }),
    changeNote: defineCall({
      method: 'PATCH',
      path: `${path}/:note_id`,
      access: signedIn,
      params: one,
      body: Body,
      response: Changed,
    }),
    removeNote: defineCall({
      method: 'DELETE',
      path: `${path}/:note_id`,
      access: signedIn,
      params: one,
      response: Changed,
    }),
  }
}
