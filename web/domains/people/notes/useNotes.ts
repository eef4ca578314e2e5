import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { notes } from '#core/domains/people/notes.ts'
import { call } from '#web/platform/api.ts'

export interface NoteRow {
  note_id: number
  note: string
  created_by: string | null
  photo_thumb: string | null
  date_created: string
  updated_at: string
  editable: 0 | 1
}

interface NotesAnswer {
  notes: NoteRow[]
}

/** The notes of a record (`/devices/5`), the newest first. */
export function useNotes(owner: string) {
  return useQuery({
    queryKey: [notes.name, 'of', owner],
    queryFn: async ({ signal }) =>
      (await call<NotesAnswer>('GET', `${owner}/notes`, undefined, { signal })).notes,
  })
}

/** Every change answers all notes of the record. */
function useChange<V>(owner: string, mutationFn: (values: V) => Promise<NotesAnswer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: (answer) => client.setQueryData([notes.name, 'of', owner], answer.notes),
  })
}

export function useAddNote(owner: string) {
  return useChange(owner, (note: string) => call<NotesAnswer>('POST', `${owner}/notes`, { note }))
}

export function useChangeNote(owner: string, { note_id, updated_at }: NoteRow) {
  return useChange(owner, (note: string) =>
    call<NotesAnswer>('PATCH', `${owner}/notes/${note_id}`, { note, if_updated_at: updated_at }),
  )
}

export function useRemoveNote(owner: string, { note_id }: NoteRow) {
  return useChange(owner, () => call<NotesAnswer>('DELETE', `${owner}/notes/${note_id}`))
}
