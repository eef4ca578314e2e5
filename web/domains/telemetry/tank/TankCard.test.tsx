import { cleanup, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { PlacedPort } from '#core/domains/telemetry/portSummary.ts'
import { RecordAddresses } from '#web/resources/recordAddress.ts'
import { TankCard } from './TankCard.tsx'
import { renderTank } from './testing/renderTank.tsx'

const tank = {
  ...{ device_id: 3, device_ports_id: 5, port_number: 1, public_id: 'U-3', label: 'Barn', company: 'Acme' },
  ...{ product_id: 9, product: 'Propane', color: null, percent: 60, volume: 300, volume_unit: 'gal' },
  ...{
    level: 'fine',
    loss_alert: null,
    level_source: 'measured',
    told_by: 'sensor',
    trust: 'good',
    upload_interval: 2,
  },
  ...{ reading_at: new Date().toISOString(), room: 100, room_temperature: null, dry_at: null },
  ...{ days_to_empty: 30, days_to_empty_range: [25, 35], forecast_because: null, no_forecast: null },
  ...{ delivery: null, percent_range: null, reorder_yellow: 30, reorder_red: 15 },
} as unknown as PlacedPort

test('a tank with an open sudden loss is not shown as fine at any level', () => {
  renderTank(<TankCard tank={{ ...tank, loss_alert: 'sudden_loss' }} />)
  expect(screen.getByText('Sudden loss')).toBeTruthy()
  expect(screen.queryByText('Fine')).toBeNull()
})

test('a tank that will soon be low is not shown as fine among tanks that need attention', () => {
  renderTank(<TankCard tank={{ ...tank, days_to_red: 2 }} />)
  expect(screen.queryByText('Fine')).toBeNull()
  cleanup()
  renderTank(<TankCard tank={{ ...tank, days_to_red: 3 }} />)
  expect(screen.getByText('Fine')).toBeTruthy()
})

test.each([
  [true, 'wide', 1],
  [false, 'narrow', 0],
])('the ways to fill a tank have words: %s, if the window is %s', async (isWide, _, words) => {
  const usual = window.matchMedia
  window.matchMedia = (query) => ({ ...usual(query), matches: isWide && /min-width/.test(query) })
  try {
    renderTank(
      <RecordAddresses value={(name) => `/${name}/new`}>
        <TankCard tank={tank} />
      </RecordAddresses>,
      { as: { login_type_id: 'administrator', permissions: ['transaction_documents.create'] } },
    )
    expect(screen.getByRole('link', { name: /^Order a fill: / })).toBeTruthy()
    expect(screen.queryAllByText('Order a fill')).toHaveLength(words)
  } finally {
    window.matchMedia = usual
  }
})

test('a tank names its company, except to readers of that company', () => {
  renderTank(<TankCard tank={tank} />)
  expect(screen.getByText('Acme')).toBeTruthy()
  cleanup()
  renderTank(<TankCard tank={tank} />, { as: { company: 'Acme' } })
  expect(screen.queryByText('Acme')).toBeNull()
})

test('a tank that ran dry shows this, and since when', () => {
  const dry_at = new Date(Date.now() - 22 * 3_600_000).toISOString()
  const dry = {
    ...tank,
    level: 'urgent' as const,
    level_source: 'estimated' as const,
    percent: 5,
    volume: 100,
  }
  renderTank(
    <TankCard tank={{ ...dry, level_age: 90_000, measured_percent: 8, measured_volume: 160, dry_at }} />,
  )
  expect(screen.getByText(/^Probably ran dry (today|yesterday)$/)).toBeTruthy()
})
