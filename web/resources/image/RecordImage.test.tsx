import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { people } from '#core/domains/people/people.ts'
import type { Resource } from '#core/resources/definition.ts'
import { answering, showScreen } from '../testing/showScreen.tsx'
import { RecordImage } from './RecordImage.tsx'

const person = { people_id: 5, combined_name: 'Ada Stone', photo_id: null }
const show = (permissions?: string[]) =>
  showScreen(
    <RecordImage resource={people as Resource} record={person as never} field="photo_id" name="photo" />,
    {
      ...(permissions && { as: { permissions } }),
    },
  )

test('a read-only user sees the initials, and no way to change them', () => {
  answering({})
  show(['people.read'])
  expect(screen.getByTitle('Ada Stone').textContent).toBe('AS')
  expect(screen.queryByRole('button')).toBeNull()
})

test('a file that is not a picture is refused before it is sent', async () => {
  const sent = answering({})
  show()
  await userEvent.click(screen.getByRole('button', { name: 'Change the photo' }))
  expect(await screen.findByRole('button', { name: 'Choose a picture' })).toBeTruthy()
  expect((screen.getByRole('button', { name: 'Save' }) as HTMLButtonElement).disabled).toBe(true)
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  await userEvent.upload(input, new File(['x'], 'x.pdf', { type: 'application/pdf' }), { applyAccept: false })
  await waitFor(() => expect(screen.getByText('Invalid file type.')).toBeTruthy())
  const large = new File([new Uint8Array(10_000_001)], 'x.png', { type: 'image/png' })
  await userEvent.upload(input, large)
  await waitFor(() => expect(screen.getByText('File size exceeds.')).toBeTruthy())
  expect(sent).toEqual([])
})
