import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { NotesPanel } from './NotesPanel.tsx'

const note = (note_id: number, text: string, editable: 0 | 1) => ({
  note_id,
  note: text,
  created_by: 'Dale Kowalski',
  photo_thumb: null,
  date_created: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  editable,
})

test('a note is written, and the server’s response is shown', async () => {
  const user = userEvent.setup()
  const sent = answering({
    'GET /devices/5/notes': { notes: [note(1, 'The gate is locked.', 0)] },
    'POST /devices/5/notes': { notes: [note(2, 'Key is with Ann.', 1), note(1, 'The gate is locked.', 0)] },
  })
  showScreen(<NotesPanel owner="/devices/5" mayWrite />)
  await user.type(await screen.findByRole('textbox', { name: 'Add a note' }), 'Key is with Ann.')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(sent.at(-1)?.body).toEqual({ note: 'Key is with Ann.' })
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2))
  expect(screen.getByRole('textbox', { name: 'Add a note' })).toHaveProperty('value', '')
})

test('only an editable note can be changed', async () => {
  const user = userEvent.setup()
  const sent = answering({
    'GET /devices/5/notes': { notes: [note(2, 'Mine', 1), note(1, 'Hers', 0)] },
    'PATCH /devices/5/notes/2': { notes: [note(2, 'Mine, put right', 1), note(1, 'Hers', 0)] },
  })
  showScreen(<NotesPanel owner="/devices/5" mayWrite={false} />)
  const [mine, hers] = await screen.findAllByRole('listitem')
  expect(within(hers!).queryByRole('button')).toBeNull()
  await user.click(within(mine!).getByRole('button', { name: /^Change the note/ }))
  await user.type(within(mine!).getByRole('textbox', { name: 'Note' }), ', put right')
  await user.click(within(mine!).getByRole('button', { name: 'Save' }))
  await screen.findByText('Mine, put right')
  expect(sent.at(-1)?.body).toEqual({ note: 'Mine, put right', if_updated_at: '2026-01-01T00:00:00Z' })
  expect(screen.queryByRole('textbox', { name: 'Add a note' })).toBeNull()
})
