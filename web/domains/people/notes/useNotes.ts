import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { NoteCalls } from '#core/domains/people/noteCalls.ts'
import { notes } from '#core/domains/people/notes.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { request } from '#web/platform/calls/request.ts'

type NotesResponse = ResponseOf<NoteCalls['listNotes']>
export type NoteRow = NotesResponse['notes'][number]

export function useNotes(owner: string) {
  return useQuery({
    queryKey: [notes.name, 'of', owner],
    queryFn: async ({ signal }) =>
      (await request<NoteCalls['listNotes']>('GET', `${owner}/notes`, { signal })).notes,
  })
}

/** Each change returns all notes of the record. */
function useChange<V>(owner: string, mutationFn: (values: V) => Promise<NotesResponse>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: (response) => client.setQueryData([notes.name, 'of', owner], response.notes),
  })
}

export function useAddNote(owner: string) {
  return useChange(owner, (note: string) =>
    request<NoteCalls['addNote']>('POST', `${owner}/notes`, { body: { note } }),
  )
}

export function useChangeNote(owner: string, { note_id, updated_at }: NoteRow) {
  return useChange(owner, (note: string) =>
    request<NoteCalls['changeNote']>('PATCH', `${owner}/notes/:note_id`, {
      params: { note_id },
      body: { note, if_updated_at: updated_at },
    }),
  )
}

export function useRemoveNote(owner: string, { note_id }: NoteRow) {
  return useChange(owner, () =>
    request<NoteCalls['removeNote']>('DELETE', `${owner}/notes/:note_id`, { params: { note_id } }),
  )
}
