import { cleanup, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Accuracy, FleetAccuracy } from '#core/domains/telemetry/forecastAccuracy.ts'
import { ForecastAccuracyScreen } from './ForecastAccuracyScreen.tsx'
import { renderTank, stubCalls } from './tank/testing/renderTank.tsx'

const some: Accuracy = {
  forecasts: 40,
  inside: 0.775,
  before_low: 0.1,
  happened: [0.1, 0.45, 0.88],
  median_error: 0.84,
  pinball: 0.4,
}
const none: Accuracy = {
  ...{ forecasts: 0, inside: null, before_low: null, happened: null, median_error: null, pinball: null },
}
const nothing: FleetAccuracy = {
  since: '2026-08-24',
  total: none,
  distances: [],
  models: [],
  last_month: none,
  month_before: none,
  worst: [],
  is_filling: false,
  waiting: 0,
  next_at: null,
}

function show(accuracy: Partial<FleetAccuracy>) {
  stubCalls({ 'GET /devices/forecast_accuracy': { accuracy: { ...nothing, ...accuracy } } })
  renderTank(<ForecastAccuracyScreen />)
}

describe('-', () => {
  it('shows forecast against actual, the errors, and where they are largest', async () => {
    show({
      total: some,
      distances: [{ ...some, distance: 'two_weeks' }],
      models: [{ ...some, model: 'degree_days' }],
      last_month: { ...some, inside: 0.8 },
      month_before: { ...some, inside: 0.7 },
      worst: [
        {
          ...{ ...some, inside: 0.25, forecasts: 4 },
          ...{ device_id: 7, port_number: 1, public_id: 'A1', label: 'Barn', company: 'Farm', product: null },
        },
      ],
    })
    const inside = await screen.findByRole('region', { name: 'Within the forecast days' })
    expect(inside.textContent).toContain('78')
    expect(inside.textContent).toMatch(/Last month 80\s*%, the month before 70\s*%/)
    const table = screen.getByRole('table', { name: 'Forecast against actual' })
    expect(
      within(table)
        .getAllByRole('row')
        .slice(1)
        .map(({ textContent }) => textContent?.replace(/\s/g, '')),
    ).toEqual(['10%10%', '50%45%', '90%88%'])
    expect(screen.getByRole('row', { name: /two weeks ahead 40 0\.8 d/ })).toBeTruthy()
    expect(screen.getByRole('row', { name: /with the cold 40/ })).toBeTruthy()
    expect(screen.getByRole('link', { name: /Barn/ }).getAttribute('href')).toBe('/devices/profile/7')
  })

  it('shows when the first scores are due, and what to do if no forecast is pending', async () => {
    show({ waiting: 3, next_at: '2026-12-01T10:00:00Z' })
    expect(await screen.findByText('No forecast is due yet')).toBeTruthy()
    expect(
      screen.getByText(/3 forecasts are not due yet.*Dec 1, 2026|3 forecasts are not due yet.*12\/1\/2026/),
    ).toBeTruthy()
  })

  it('announces more results while past forecasts are computed, and then stops', async () => {
    show({ total: some, is_filling: true })
    expect((await screen.findByRole('status')).textContent).toContain(
      'The figures are incomplete until this is done',
    )
    cleanup()
    show({ total: some })
    await screen.findByRole('region', { name: 'Within the forecast days' })
    expect(screen.queryByRole('status')).toBeNull()
  })

  it('compares no months if one is missing', async () => {
    show({ total: some, last_month: some })
    expect(await screen.findAllByText('Not enough months to compare yet')).toHaveLength(3)
    expect(screen.getByText(/No tank has four forecasts/)).toBeTruthy()
  })
})
