import { sql } from 'kysely'
import { notes } from '#core/domains/people/notes.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import { OBJECT_KINDS, type ObjectRef } from '#core/resources/objects.ts'
import type { Context } from '#server/platform/context.ts'
import { notPermitted } from '#server/platform/refusal.ts'
import { listRecords } from '#server/resources/list.ts'
import { insertRecord, type Operations, removeRecord, updateRecord } from '#server/resources/operations.ts'
import { lockRecord, readRecord } from '#server/resources/rows.ts'
import { acceptChanges, acceptNew } from '#server/resources/validate.ts'
import { holdOwner, type Owner, refuseOtherOwner } from './contacts.ts'

type Note = RecordOf<typeof notes>

/** A note is changed and deleted by who wrote it, and by administrators. */
export const noteOperations: Pick<
  Operations<typeof notes>,
  'list' | 'read' | 'create' | 'update' | 'remove'
> = {
  list: async (context, query) => {
    const { rows, page } = await listRecords(context, notes, query)
    return { rows: rows.map((note) => dressed(context, note)), page }
  },
  read: async (context, id) => dressed(context, await readRecord(context, notes, id)),
  create: async (context, body) => {
    const values = acceptNew(context, notes, body) as Pick<Note, 'object_ref' | 'object_id' | 'note'>
    await holdOwner(context, values)
    const created_by = await nameOf(context)
    const made = await insertRecord(context, notes, {
      ...values,
      created_by,
      created_by_id: context.actor.user_id,
    })
    return dressed(context, made)
  },
  update: async (context, id, body) => {
    const current = await heldNote(context, id)
    const changes = acceptChanges(notes, body, current)
    refuseOtherOwner(current, changes)
    return dressed(context, await updateRecord(context, notes, id, changes))
  },
  remove: async (context, id) => {
    await heldNote(context, id)
    await removeRecord(context, notes, id)
  },
}

async function heldNote(context: Context, id: number): Promise<Note> {
  const current = await lockRecord(context, notes, id)
  await holdOwner(context, current as Owner)
  if (!isEditable(context, current)) throw notPermitted()
  return current
}

function dressed(context: Context, note: Note): Note {
  const more = {
    module: OBJECT_KINDS[note.object_ref as ObjectRef],
    module_id: note.object_id,
    date_created: note.created_at,
    editable: isEditable(context, note) ? 1 : 0,
  }
  return { ...note, ...more }
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
