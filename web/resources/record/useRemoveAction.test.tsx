import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { tags } from '#core/domains/devices/tags.ts'
import { user_defined_fields } from '#core/domains/tools/user_defined_fields.ts'
import { ActionRow } from '#web/resources/record/ActionRow.tsx'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { useRemoveAction } from './useRemoveAction.tsx'

function RemoveButton(removal: Parameters<typeof useRemoveAction>[0]) {
  return <ActionRow actions={[useRemoveAction(removal)]} />
}

const record = { tag_id: 4, tag: 'Winter route', updated_at: '2026-11-01T00:00:00.000Z' }

test('a permanent deletion is confirmed, and Cancel or Escape stops it', async () => {
  const sent = answering({ 'DELETE /tags/4': { message: 'Deleted.', type: 'success' } })
  const removed = vi.fn()
  showScreen(<RemoveButton resource={tags} record={record} title="Winter route" onRemoved={removed} />)
  const ask = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText(/You can undo this right afterward/)).toBeTruthy()
    expect(screen.getByText('Are you sure you want to remove this tag?')).toBeTruthy()
  }
  await ask()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByText(/You can undo this right afterward/)).toBeNull())
  await ask()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByText(/You can undo this right afterward/)).toBeNull())
  expect(sent).toEqual([])
  await ask()
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(removed).toHaveBeenCalled())
  expect(sent.map(({ call }) => call.split('?')[0])).toEqual(['DELETE /tags/4'])
})

test('a part of other records shows how many have a value of it', async () => {
  const field = { field_id: 7, label: 'Gate', is_active: 1, updated_at: '2026-11-01T00:00:00.000Z' }
  answering({ 'DELETE /user_defined_fields/7': { message: 'Archived.', type: 'success', holding: 3 } })
  showScreen(<RemoveButton resource={user_defined_fields} record={field} title="Gate" onRemoved={() => {}} />)
  await userEvent.click(screen.getByRole('button', { name: 'Archive' }))
  expect(await screen.findByText(/“Gate” was archived. 3 records keep their values/)).toBeTruthy()
})

test('is hidden for users who may not delete', () => {
  showScreen(<RemoveButton resource={tags} record={record} title="Winter route" onRemoved={() => {}} />, {
    as: { permissions: ['tags.read'] },
  })
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
})
