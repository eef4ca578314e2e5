import { noteCalls as definitionsOf } from '#core/domains/people/noteCalls.ts'
import { notes } from '#core/domains/people/notes.ts'
import type { Values } from '#core/platform/values.ts'
import type { Context } from '#server/platform/context.ts'
import { handleAll } from '#server/platform/http/handle.ts'
import type { Call } from '#server/platform/http/http.ts'
import { notFound } from '#server/platform/refusal.ts'
import { saveWithoutLoss } from '#server/resources/changes/unknownFields.ts'
import { refuseStale } from '#server/resources/operations.ts'
import { readRecord } from '#server/resources/rows.ts'
import type { ContactOwnerRoute, Params } from './contactOwnerRoutes.ts'
import { belongsTo, type Owner, refuseOtherOwner } from './contacts.ts'
import { noteOperations } from './notes.ts'

const saved = { message: 'messages.saved', type: 'success' } as const

/** The notes of a record: every call returns all of them, newest first. */
export function noteCalls(place: ContactOwnerRoute): Call[] {
  const ownerOf = async (context: Context, params: Params) => (await place.ownerOf(context, params)).owner
  return handleAll('contacts', definitionsOf(place), {
    listNotes: {
      summary: 'The notes of this record, the newest first',
      run: async (context, { params }) => notesOf(context, await ownerOf(context, params)),
    },
    addNote: {
      summary: 'Add a note to this record',
      checksBody: true,
      run: async (context, { params, body }) => {
        const owner = await ownerOf(context, params)
        await addNote(context, owner, body)
        return { ...(await notesOf(context, owner)), ...saved }
      },
    },
    changeNote: {
      summary: 'Change a note of this record',
      checksBody: true,
      run: async (context, { params, body }) => {
        const owner = await ownerOf(context, params)
        await changeNote(context, await requireNoteOf(context, owner, params.note_id), body)
        return { ...(await notesOf(context, owner)), ...saved }
      },
    },
    removeNote: {
      summary: 'Delete a note of this record',
      run: async (context, { params }) => {
        const owner = await ownerOf(context, params)
        await noteOperations.remove(context, await requireNoteOf(context, owner, params.note_id))
        return { ...(await notesOf(context, owner)), message: 'messages.deleted', type: 'success' }
      },
    },
  })
}

function addNote(context: Context, owner: Owner, body: Values) {
  return saveWithoutLoss(context, notes, body, {}, async () => {
    refuseOtherOwner(owner, body)
    return noteOperations.create(context, { ...body, ...owner })
  })
}

function changeNote(context: Context, id: number, body: Values) {
  const read = () => noteOperations.read(context, id)
  return saveWithoutLoss(context, notes, body, { read }, async () => {
    await refuseStale(context, notes, id, body)
    return noteOperations.update(context, id, body)
  })
}

async function notesOf(context: Context, { object_ref, object_id }: Owner) {
  const { rows, page } = await noteOperations.list(context, {
    search: '',
    page_size: 0,
    page_num: 1,
    sort: { field: notes.id, descending: true },
    filters: { object_ref, object_id: String(object_id) },
  })
  return { notes: rows, page }
}

/** @throws Refusal 404 for a note of another record. */
async function requireNoteOf(context: Context, owner: Owner, id: number): Promise<number> {
  if (!belongsTo(await readRecord(context, notes, id), owner)) throw notFound()
  return id
}
