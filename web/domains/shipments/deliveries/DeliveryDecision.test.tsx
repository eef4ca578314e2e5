import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { delivery_checks } from '#core/domains/shipments/delivery_checks.ts'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { kinds } from '../kinds.ts'
import { MeterDecision } from '../MeterDecision.tsx'
import { DeliveryDecision } from './DeliveryDecision.tsx'
import { DeliverySum } from './DeliverySum.tsx'

const UNITS = {
  units_of_measure: [
    { id: 2, label: 'US gallon', unit_abbrev: 'gal', measure: 'volume', factor: '3.785411784', code: 'gal' },
  ],
}
const CHECK = { delivery_check_id: 7, state: 'open', reason: null, note: null, rise_gallons: '79.3' } as const
const as = { as: { permissions: ['shipment_planners.update'] } }

test('a difference is explained with a reason and a note', async () => {
  const sent = answering({ 'POST /delivery_checks/7/explain': { delivery_check: {} } })
  showScreen(<DeliveryDecision record={CHECK} />, as)
  await userEvent.click(screen.getByRole('button', { name: 'Explain the difference' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Explain the difference' }))
  await userEvent.selectOptions(dialog.getByLabelText('Reason'), 'Less was delivered')
  await userEvent.type(dialog.getByLabelText('Note'), 'Hose leaked')
  await userEvent.click(dialog.getByRole('button', { name: 'Explain the difference' }))
  await expect.poll(() => sent.at(-1)?.body).toEqual({ reason: 'short_delivery', note: 'Hose leaked' })
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
})

test('a ticket is corrected to the rise of the tank, in the reader’s own unit', async () => {
  const sent = answering({
    'GET /units_of_measure?options=1': UNITS,
    'POST /delivery_checks/7/correct': { delivery_check: {} },
  })
  showScreen(<DeliveryDecision record={CHECK} />, as)
  await userEvent.click(screen.getByRole('button', { name: 'Correct the ticket' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Correct the ticket' }))
  const delivered = dialog.getByLabelText(/^Actually delivered \(gal\)/)
  expect((delivered as HTMLInputElement).value).toBe('79.3')
  await userEvent.clear(delivered)
  await userEvent.type(delivered, '80.5')
  const send = dialog.getByRole('button', { name: 'Correct the ticket' })
  await expect.poll(() => send.hasAttribute('disabled')).toBe(false)
  await userEvent.click(send)
  await expect
    .poll(() => sent.find(({ call }) => call.startsWith('POST'))?.body)
    .toEqual({ reason: 'gauge', note: null, delivered: '80.5', unit_id: 2 })
})

test.each([
  ['a check that agrees', { ...CHECK, state: 'agrees' as const }, as],
  ['a corrected check', { ...CHECK, state: 'corrected' as const }, as],
  ['a read-only user', CHECK, { as: { permissions: [] } }],
])('no decision is offered for %s', (_, record, who) => {
  showScreen(<DeliveryDecision record={record} />, who)
  expect(screen.queryByRole('button')).toBeNull()
})

test('the figures of a comparison add up, line by line', () => {
  const record = {
    ...{
      ...CHECK,
      after_gallons: '420.1',
      before_gallons: '265.4',
      used_gallons: '1.4',
      warmth_gallons: null,
    },
    ...{ rise_gallons: '156.2', ticket_gallons: '511.8', bias_gallons: '-4.7', difference_gallons: '-350.8' },
    margin_gallons: '12.0',
  }
  showScreen(<DeliverySum record={record} />)
  const lines = screen.getAllByRole('row').map((row) => row.textContent.replace(/\s/g, ' '))
  expect(lines).toEqual([
    'In the tank after420.1 gal',
    '−In the tank before265.4 gal',
    '+Used meanwhile1.5 gal',
    '=Shown by the tank156.2 gal',
    '−On the ticket511.8 gal',
    '+Usual difference4.8 gal',
    '=Beyond usual-350.8 gal',
  ])
  expect(screen.getByText('Tolerance')).toBeTruthy()
})

test.each([
  ['12.6', '66.7', /^Ticket about 66.gal short of the tank’s rise$/],
  ['100.4', '-21.1', /^Tank’s rise about 21.gal short of the ticket$/],
])('a ticket of %s gal that differs is one sentence', (ticket_gallons, difference_gallons, sentence) => {
  showScreen(<DeliveryDecision record={{ ...CHECK, ticket_gallons, difference_gallons }} />, as)
  expect(screen.getByText(sentence)).toBeTruthy()
})

test('readings are shown once: in the sum, or below it while there is no difference', () => {
  expect(kinds[delivery_checks.name]?.record).toMatchObject({
    readAs: { before_gallons: null, after_liters: null, used_gallons: null },
  })
  const { rise_gallons: _, ...unseen } = CHECK
  const record = { ...unseen, before_gallons: '12.5' } as Parameters<typeof DeliverySum>[0]['record']
  showScreen(<DeliverySum record={record} />)
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.getByText('In the tank before')).toBeTruthy()
})

test('a meter finding is closed with the day of its proof', async () => {
  const sent = answering({ 'POST /meter_findings/3/close': { meter_finding: {} } })
  showScreen(<MeterDecision record={{ meter_finding_id: 3, state: 'open' }} />, as)
  await userEvent.click(screen.getByRole('button', { name: 'Meter proved' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Meter proved' }))
  const send = dialog.getByRole('button', { name: 'Meter proved' })
  expect(send.hasAttribute('disabled')).toBe(true)
  await userEvent.type(dialog.getByLabelText(/^Proved on/), '2026-11-20')
  await userEvent.click(send)
  await expect.poll(() => sent.at(-1)?.body).toEqual({ proved_on: '2026-11-20', note: null })
})
