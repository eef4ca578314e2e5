import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { answering, showScreen } from '../../testing/showScreen.tsx'
import { UsernameInput } from './UsernameInput.tsx'

function Field() {
  const [value, set] = useState('ann.lee@old.example')
  return (
    <UsernameInput
      shared={{ label: 'User name' } as object}
      own="ann.lee@old.example"
      value={value}
      set={set}
    />
  )
}

test('a name in use by another user is refused while it is typed', async () => {
  const user = userEvent.setup()
  const sent = answering({
    'GET /users/username_available?username=taken%40name.example': { available: false },
    'GET /users/username_available?username=free%40name.example': { available: true },
  })
  showScreen(<Field />)
  const input = screen.getByRole('textbox', { name: 'User name' })
  expect(sent).toEqual([])
  await user.clear(input)
  await user.paste('taken@name.example')
  expect(await screen.findByText('Username Not Available')).toBeTruthy()
  await user.clear(input)
  await user.paste('free@name.example')
  expect(await screen.findByRole('img', { name: 'This username is available' })).toBeTruthy()
  expect(screen.queryByText('Username Not Available')).toBeNull()
})
