import { MantineProvider, Modal } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { useReturnFocus } from './useReturnFocus.ts'

function Page() {
  useReturnFocus()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <MantineProvider>
      <button type="button">Something else</button>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      {isOpen && <Modal opened onClose={() => setIsOpen(false)} title="A dialog" />}
    </MantineProvider>
  )
}

test('a closed dialog returns the focus to what opened it', async () => {
  const container = document.body.appendChild(document.createElement('div'))
  container.id = 'root'
  render(<Page />, { container })
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  await screen.findByRole('dialog')
  await vi.waitFor(() => expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true))
  await userEvent.keyboard('{Escape}')
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Open'))
})
