import { Button, MantineProvider, Modal } from '@mantine/core'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { stackDialogs } from './stackDialogs.ts'

stackDialogs()

function Dialogs() {
  const [first, setFirst] = useState(false)
  const [second, setSecond] = useState(false)
  return (
    <>
      {/* Mounted before the other, and above it once opened from there. */}
      <Modal
        opened={second}
        onClose={() => setSecond(false)}
        title="Second"
        closeButtonProps={{ 'aria-label': 'x' }}
      >
        <input aria-label="In the second" data-autofocus />
      </Modal>
      <Button onClick={() => setFirst(true)}>Open</Button>
      <Modal
        opened={first}
        onClose={() => setFirst(false)}
        title="First"
        closeButtonProps={{ 'aria-label': 'x' }}
      >
        <Button onClick={() => setSecond(true)}>Open another</Button>
      </Modal>
    </>
  )
}

const layerOf = (name: string) => {
  const root = screen.getByRole('dialog', { name }).closest<HTMLElement>('.mantine-Modal-root')
  return Number(root!.style.getPropertyValue('--mb-z-index'))
}

test('the dialog opened last is on top; Escape closes only that one, and the focus returns', async () => {
  const user = userEvent.setup()
  render(
    <MantineProvider env="test">
      <Dialogs />
    </MantineProvider>,
  )
  const open = screen.getByRole('button', { name: 'Open' })
  await user.click(open)
  const another = await screen.findByRole('button', { name: 'Open another' })
  await user.click(another)
  await screen.findByRole('dialog', { name: 'Second' })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('In the second')))
  expect(layerOf('Second')).toBeGreaterThan(layerOf('First'))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByText('Second')).toBeNull())
  expect(screen.getByText('First')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(another))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByText('First')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(open))
})
