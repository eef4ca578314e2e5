import { sql } from 'kysely'
import { notes } from '#core/domains/people/notes.ts'
import { people } from '#core/domains/people/people.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import { OBJECT_KINDS } from '#core/resources/objects.ts'
import type { Context } from '#server/platform/context.ts'
import { notPermitted } from '#server/platform/refusal.ts'
import { acceptChanges, acceptNew } from '#server/resources/changes/validate.ts'
import { addressesOf } from '#server/resources/files/imageCalls.ts'
import { listRecords } from '#server/resources/lists/list.ts'
import { insertRecord, type Operations, removeRecord, updateRecord } from '#server/resources/operations.ts'
import { mayRead, visible } from '#server/resources/rights/visible.ts'
import { lockRecord, readRecord } from '#server/resources/rows.ts'
import { lockOwner, refuseOtherOwner } from './contacts.ts'

type Note = RecordOf<typeof notes>

/** A note is changed and deleted by its author, and by administrators. */
export const noteOperations = {
  list: async (context, query) => {
    const { rows, page } = await listRecords(context, notes, query)
    return { rows: await dressed(context, rows), page }
  },
  read: async (context, id) => dressedOne(context, await readRecord(context, notes, id)),
  create: async (context, body) => {
    const values: Pick<Note, 'object_ref' | 'object_id' | 'note'> = acceptNew(context, notes, body)
    await lockOwner(context, values)
    const created_by = await nameOf(context)
    const created = await insertRecord(context, notes, {
      ...values,
      created_by,
      created_by_id: context.actor.user_id,
    })
    return dressedOne(context, created)
  },
  update: async (context, id, body) => {
    const current = await heldNote(context, id)
    const changes = acceptChanges(context, notes, body, current)
    refuseOtherOwner(current, changes)
    return dressedOne(context, await updateRecord(context, notes, id, changes))
  },
  remove: async (context, id) => {
    await heldNote(context, id)
    await removeRecord(context, notes, id)
  },
} satisfies Pick<Operations<typeof notes>, 'list' | 'read' | 'create' | 'update' | 'remove'>

async function heldNote(context: Context, id: number): Promise<Note> {
  const current = await lockRecord(context, notes, id)
  await lockOwner(context, current)
  if (!isEditable(context, current)) throw notPermitted()
  return current
}

async function dressedOne(context: Context, note: Note) {
  return firstOf(await dressed(context, [note]))
}

async function dressed(context: Context, some: readonly Note[]) {
  const photos = await photosOf(context, some)
  return some.map((note) => {
    const more = {
      module: OBJECT_KINDS[note.object_ref],
      module_id: note.object_id,
      date_created: note.created_at,
      photo_thumb: photos.get(note.created_by_id) ?? null,
      editable: isEditable(context, note) ? (1 as const) : (0 as const),
    }
    return { ...note, ...more }
  })
}

/** The photos of those authors whom the reader may see. */
async function photosOf({ actor, db }: Context, some: readonly Note[]): Promise<Map<unknown, string | null>> {
  const writers = [...new Set(some.map(({ created_by_id }) => created_by_id))].filter((id) => id !== null)
  if (writers.length === 0 || !mayRead(actor, people)) return new Map()
  const { rows } = await sql<{ user_id: number; people_id: number; photo_id: number }>`
    select u.user_id, p.people_id, p.photo_id from users u join people p using (people_id)
    where u.user_id = any(${writers}) and p.photo_id is not null and ${visible(actor, people, 'p')}`.execute(
    db,
  )
  return new Map(
    rows.map(({ user_id, people_id, photo_id }) => [
      user_id,
      addressesOf(`/people/${people_id}`, 'photo', photo_id).photo_thumb ?? null,
    ]),
  )
}

function isEditable({ actor }: Context, { created_by_id }: Note): boolean {
  if (!actor.canSave) return false
  return created_by_id === actor.user_id || ['administrator', 'developer'].includes(actor.loginType)
}

async function nameOf({ actor, db }: Context): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select left(coalesce(p.combined_name, u.first_name || ' ' || u.last_name), 120) as name
    from users u left join people p on p.people_id = u.people_id where u.user_id = ${actor.user_id}`.execute(
    db,
  )
  return rows[0]?.name ?? actor.username
}
