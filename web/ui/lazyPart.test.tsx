import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { showScreen } from '#web/resources/testing/showScreen.tsx'
import { lazyPart } from './lazyPart.tsx'

test('a part that fails to load is retried, and input next to it stays', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  let times = 0
  const Part = lazyPart<{ text: string }>(async () => {
    times += 1
    if (times === 1) throw new TypeError('Failed to fetch dynamically imported module: /assets/Part.js')
    return ({ text }) => <p>{text}</p>
  })
  showScreen(
    <>
      <input aria-label="Note" />
      <Suspense>
        <Part text="Help" />
      </Suspense>
    </>,
  )
  await userEvent.type(screen.getByLabelText('Note'), 'Gate is locked')
  expect((await screen.findByRole('alert')).textContent).toContain('Part of this screen did not load')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Help')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('Gate is locked')
  expect(screen.queryByRole('alert')).toBeNull()
})
