import { MantineProvider, Modal } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
// Loaded before it is needed.
import './returnFocus.ts'
import { useReturnFocus } from './useReturnFocus.ts'

function Page() {
  useReturnFocus()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <MantineProvider>
      <main id="content" tabIndex={-1} />
      <button type="button">Something else</button>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      {isOpen && (
        <Modal opened onClose={() => setIsOpen(false)} title="A dialog">
          <button
            type="button"
            onClick={() => {
              window.history.pushState(null, '', '/elsewhere')
              setIsOpen(false)
            }}
          >
            Leave
          </button>
        </Modal>
      )}
    </MantineProvider>
  )
}

function showPage() {
  const container = document.body.appendChild(document.createElement('div'))
  container.id = 'root'
  render(<Page />, { container })
}

test('a closed dialog returns the focus to the element that opened it', async () => {
  showPage()
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  await screen.findByRole('dialog')
  await vi.waitFor(() => expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true))
  await userEvent.keyboard('{Escape}')
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Open'))
})

test('a dialog that led to another screen gives the focus to that screen', async () => {
  showPage()
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }))
  await vi.waitFor(() => expect(document.activeElement?.id).toBe('content'))
})

test('a button that was disabled while it worked has the focus again', async () => {
  showPage()
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Something else' })
  button.focus()
  await vi.dynamicImportSettled()
  // As browsers do for a disabled button.
  button.blur()
  button.disabled = true
  await vi.waitFor(() => expect(document.activeElement).toBe(document.body))
  button.disabled = false
  await vi.waitFor(() => expect(document.activeElement).toBe(button))
})
