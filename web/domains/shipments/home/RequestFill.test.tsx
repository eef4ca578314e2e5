import { fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { PlacedPort } from '#core/domains/telemetry/portSummary.ts'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { RequestFill } from './RequestFill.tsx'

const tank = { device_id: 7, port_number: 2, product_id: 3, room: 812.6, volume_unit: 'gal' } as PlacedPort
const units = { units_of_measure: [{ id: 11, label: 'gallon', code: 'gal', measure: 'volume' }] }

function show(answers: Parameters<typeof answering>[0] = {}) {
  const sent = answering({
    'GET /units_of_measure': units,
    'POST /transaction_documents': { transaction_document: { document_id: 1 } },
    ...answers,
  })
  const onClose = vi.fn()
  showScreen(<RequestFill tank={tank} name="Barn" form="/order?device_id=7&fill=2" onClose={onClose} />)
  return { sent, onClose }
}

test('a fill is requested with the room of the tank, without typing', async () => {
  const { sent, onClose } = show()
  expect(screen.getByRole('textbox', { name: /^Quantity/ })).toHaveProperty('value', '812')
  const send = screen.getByRole('button', { name: 'Send request' })
  await waitFor(() => expect(send).toHaveProperty('disabled', false))
  await userEvent.click(send)
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
    device_id: 7,
    details: [{ product_id: 3, quantity: '812', unit_id: 11 }],
  })
})

test('a wished date and a note are sent; a refusal is shown at its field, and input stays', async () => {
  const { sent, onClose } = show({
    'POST /transaction_documents': {
      status: 422,
      message: 'Check the fields',
      errors: [
        { field: 'wished_date', rule: 'past', message: 'It has passed' },
        { field: 'details.0.quantity', rule: 'above_tank', message: 'The tank takes 900' },
      ],
    },
  })
  fireEvent.change(screen.getByLabelText(/^Wanted by/), { target: { value: '2026-12-03' } })
  await userEvent.type(screen.getByRole('textbox', { name: 'Note for the driver' }), 'Gate is open')
  const send = screen.getByRole('button', { name: 'Send request' })
  await waitFor(() => expect(send).toHaveProperty('disabled', false))
  await userEvent.click(send)
  expect(await screen.findByText('The tank takes 900')).toBeTruthy()
  expect(screen.getByText('It has passed')).toBeTruthy()
  expect(sent.at(-1)?.body).toMatchObject({ wished_date: '2026-12-03', comments: 'Gate is open' })
  expect(screen.getByRole('textbox', { name: 'Note for the driver' })).toHaveProperty('value', 'Gate is open')
  expect(onClose).not.toHaveBeenCalled()
})
