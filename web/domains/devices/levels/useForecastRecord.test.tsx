import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderTank, stubCalls } from '#web/domains/telemetry/tank/testing/renderTank.tsx'
import { useForecastRecord } from './useForecastRecord.ts'

const Sentence = () => <p>{useForecastRecord(7, 1) ?? 'nothing'}</p>

function show(distances: { distance: string; forecasts: number }[]) {
  const figures = { median_error: 0.84, inside: 0.85, before_low: 0.1, happened: null, pinball: 0 }
  const answer = { accuracy: { distances: distances.map((distance) => ({ ...figures, ...distance })) } }
  const sent = stubCalls({ 'GET /devices/7/forecast_accuracy/1': answer })
  renderTank(<Sentence />)
  return sent
}

it('shows the last forecasts two weeks ahead, if there are any', async () => {
  show([
    { distance: 'week', forecasts: 20 },
    { distance: 'two_weeks', forecasts: 20 },
  ])
  expect(
    await screen.findByText(
      'The last 20 forecasts, two weeks ahead: usually within 0.8 days, 17 of 20 in their range.',
    ),
  ).toBeTruthy()
})

it('shows the scores of another distance if there are more, and nothing if there are too few', async () => {
  show([
    { distance: 'two_weeks', forecasts: 2 },
    { distance: 'week', forecasts: 3 },
    { distance: 'month', forecasts: 9 },
  ])
  expect(await screen.findByText(/^The last 9 forecasts, a month ahead/)).toBeTruthy()
})

it('shows nothing for two forecasts', async () => {
  const sent = show([{ distance: 'two_weeks', forecasts: 2 }])
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(screen.getByText('nothing')).toBeTruthy()
})
