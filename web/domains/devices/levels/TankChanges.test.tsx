import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { PortSummary } from '#core/domains/telemetry/portSummary.ts'
import { renderTank, stubCalls } from '#web/domains/telemetry/tank/testing/renderTank.tsx'
import { TankChanges } from './TankChanges.tsx'

const tank = {
  ...{
    device_ports_id: 7,
    port_number: 1,
    percent: 50,
    volume_unit: 'gal',
    reading_at: '2026-11-20T08:00:00Z',
  },
} as PortSummary
const change = {
  ...{
    tank_change_id: 31,
    told_change_id: null,
    kind: 'fill',
    volume: 158.4,
    measured_volume: 158.4,
    unit: 'gal',
  },
  ...{ started_at: '2026-11-18T09:00:00Z', ended_at: '2026-11-18T10:00:00Z' },
  ...{ verdict: null, note: null, told_by: null },
}
const judged = { ...change, told_change_id: 9, verdict: 'expansion', told_by: 'dora' }

function show(changes: object[], as = {}) {
  const sent = stubCalls({
    'GET /devices/3/ports/7/changes': { changes },
    'POST /devices/3/ports/7/changes/31': { changes: [judged] },
    'POST /devices/3/ports/7/deliveries': { changes: [] },
    'DELETE /devices/3/ports/7/told_changes/9': { changes: [change] },
  })
  renderTank(<TankChanges tank={tank} device_id={3} time_zone="America/Chicago" />, { as })
  return sent
}

test('a user marks a rise as no delivery', async () => {
  const sent = show([change])
  await userEvent.click(await screen.findByRole('button', { name: /^Explain the rise of Nov 18, 2026/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Explain the rise' }))
  expect(dialog.getByRole('radio', { name: 'Delivery' })).toHaveProperty('checked', true)
  await userEvent.click(dialog.getByRole('radio', { name: 'Expansion of warmer liquid' }))
  expect(dialog.queryByRole('textbox', { name: /Quantity/ })).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent.some(({ method }) => method === 'POST')).toBe(true))
  expect(sent.find(({ method }) => method === 'POST')).toMatchObject({
    path: '/devices/3/ports/7/changes/31',
    body: { verdict: 'expansion', note: null },
  })
})

test('the amount of a delivery is sent only if the user has typed another', async () => {
  const sent = show([change])
  const posts = () => sent.filter(({ method }) => method === 'POST')
  for (const typed of [undefined, '120']) {
    await userEvent.click(await screen.findByRole('button', { name: /^Explain/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Explain the rise' }))
    const amount = dialog.getByRole('textbox', { name: /Quantity/ })
    expect(amount).toHaveProperty('value', '158')
    if (typed) {
      await userEvent.clear(amount)
      await userEvent.type(amount, typed)
    }
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  expect(posts().map(({ body }) => body)).toEqual([
    { verdict: 'delivery', note: null },
    { verdict: 'delivery', note: null, volume: 120 },
  ])
})

test('a delivery is added, and a statement is taken back', async () => {
  const sent = show([judged])
  expect(await screen.findByText(/Expansion/)).toBeTruthy()
  expect(screen.getByText('entered by dora')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Add a delivery' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a delivery' }))
  await userEvent.type(dialog.getByRole('textbox', { name: /Quantity/ }), '90')
  await userEvent.click(dialog.getByRole('button', { name: 'Add a delivery' }))
  await waitFor(() =>
    expect(sent.find(({ path }) => path === '/devices/3/ports/7/deliveries')).toMatchObject({
      body: { volume: 90, at: expect.any(String) },
    }),
  )
  await userEvent.click(screen.getByRole('button', { name: /^Remove the explanation of Nov 18/ }))
  await waitFor(() => expect(sent.some(({ method }) => method === 'DELETE')).toBe(true))
})

test('a rise is shown from the reading before it to the one after it, by the clock of the place', async () => {
  show([{ ...change, started_at: '2026-08-24T15:29:00Z', ended_at: '2026-08-25T03:29:00Z' }])
  const line = await screen.findByText(/158 gal/)
  expect(line.textContent?.replace(/\s/g, ' ')).toBe(
    'Aug 24, 2026, 10:29 AM – 10:29 PM CDT · Delivery · 158 gal',
  )
})

test('a user who may not change devices reads changes and cannot comment on them', async () => {
  show([change], { permissions: ['devices.read'] })
  expect(await screen.findByText(/Delivery/)).toBeTruthy()
  expect(screen.queryAllByRole('button')).toEqual([])
})
