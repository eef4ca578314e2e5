import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderTank, stubCalls } from '#web/domains/telemetry/tank/testing/renderTank.tsx'
import { AffectedTanks } from './AffectedTanks.tsx'

test('after a corrected formula the number of its tanks is shown, and their histories can be recomputed', async () => {
  const sent = stubCalls({
    'GET /tank_types/7/recomputations': { recomputations: { tanks: 12, open: 0, progress: null } },
    'POST /tank_types/7/recompute': { recomputations: { tanks: 12, open: 12, progress: 0 } },
  })
  renderTank(<AffectedTanks kind="tank_types" id={7} />)
  expect(await screen.findByText('12 tanks use it.')).toBeTruthy()
  const begin = screen.getByRole('button', { name: 'Recalculate' }) as HTMLButtonElement
  expect(begin.disabled).toBe(true)
  fireEvent.change(screen.getByLabelText('From this day on (UTC)'), { target: { value: '2026-10-01' } })
  await userEvent.click(begin)
  await waitFor(() =>
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ from: '2026-10-01' }),
  )
})

test('the progress of recomputations is shown, and none is requested twice', async () => {
  stubCalls({
    'GET /tank_products/3/recomputations': { recomputations: { tanks: 2, open: 2, progress: 40 } },
  })
  renderTank(<AffectedTanks kind="tank_products" id={3} />)
  expect(await screen.findByText('The histories of 2 tanks are being recalculated, 40% done')).toBeTruthy()
  expect(screen.getByRole('progressbar', { name: '40% done' })).toBeTruthy()
  fireEvent.change(screen.getByLabelText('From this day on (UTC)'), { target: { value: '2026-10-01' } })
  expect((screen.getByRole('button', { name: 'Recalculate' }) as HTMLButtonElement).disabled).toBe(true)
})

test('the progress is read again until all are done', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const answers = {
    'GET /tank_products/3/recomputations': { recomputations: { tanks: 2, open: 2, progress: 40 } },
  }
  const sent = stubCalls(answers)
  renderTank(<AffectedTanks kind="tank_products" id={3} />)
  await screen.findByText('The histories of 2 tanks are being recalculated, 40% done')
  const before = sent.length
  await vi.advanceTimersByTimeAsync(2_500)
  expect(sent.length).toBeGreaterThan(before)
  vi.useRealTimers()
})

test('a user who may change no devices sees only the number', async () => {
  stubCalls({
    'GET /sensor_types/3/recomputations': { recomputations: { tanks: 1, open: 0, progress: null } },
  })
  renderTank(<AffectedTanks kind="sensor_types" id={3} />, { as: { permissions: ['devices.read'] } })
  expect(await screen.findByText('1 tank uses it.')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
