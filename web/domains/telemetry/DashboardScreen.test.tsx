import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { answerCalls, renderTank } from '#web/resources/tank/testing/renderTank.tsx'
import { DashboardScreen } from './DashboardScreen.tsx'

vi.mock('./FleetMap.tsx', () => ({ FleetMap: () => null }))

const tank = {
  device_ports_id: 7,
  port_number: 1,
  product: 'Diesel',
  percent: 9,
  volume: 90,
  capacity: 1000,
  ullage: 910,
  volume_unit: 'gal',
  level: 'urgent',
  trust: 'good',
  reading_at: new Date().toISOString(),
  reorder_yellow: 30,
  reorder_red: 15,
  days_to_empty: 6,
  days_to_empty_range: [5.2, 6.6],
}
const device = {
  device_id: 3,
  public_id: 'U-3',
  label: 'North yard',
  company_title: 'Acme',
  upload_interval: 2,
}

function answerAll() {
  const fleet = { total: 12, urgent: 1, mild: 2, overfill: 0, offline: 4, battery_low: 0, fine: 5 }
  return answerCalls({
    'GET /devices/fleet_status': { fleet },
    'GET /devices/needing_someone': { tanks: [{ ...tank, ...device, company: 'Acme' }] },
    'GET /devices?': {
      devices: [{ ...device, ports: [{ ...tank, product: 'Kerosene', level: 'fine' }] }],
      page: { page_num: 1, page_size: 20, total_records: 1 },
    },
    'GET /alerts': { alerts: [], page: { page_num: 1, page_size: 20, total_records: 0 } },
  })
}

describe('the dashboard', () => {
  it('shows the tanks that need somebody, with the forecast and its range', async () => {
    answerAll()
    renderTank(<DashboardScreen />, { path: '/dashboard' })
    expect(await screen.findByText('Diesel')).toBeTruthy()
    expect(screen.getByText('5–7 days to empty')).toBeTruthy()
    expect(screen.getByText('No open alerts')).toBeTruthy()
  })

  it('is narrowed to one state by a press on it, and shows all again by another', async () => {
    const sent = answerAll()
    renderTank(<DashboardScreen />, { path: '/dashboard' })
    const offline = await screen.findByRole('button', { name: /Offline/ })
    await userEvent.click(offline)
    expect(offline.getAttribute('aria-pressed')).toBe('true')
    expect(await screen.findByText('Kerosene')).toBeTruthy()
    expect(sent.some(({ path }) => path.startsWith('/devices?level=offline'))).toBe(true)
    await userEvent.click(offline)
    expect(await screen.findByText('Diesel')).toBeTruthy()
  })

  it('says what happened when the server does not answer, and offers to try again', async () => {
    answerCalls({})
    renderTank(<DashboardScreen />, { path: '/dashboard' })
    expect((await screen.findAllByRole('button', { name: 'Try again' })).length).toBeGreaterThan(0)
  })
})
