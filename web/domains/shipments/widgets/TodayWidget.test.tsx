import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { TodayWidget } from './TodayWidget.tsx'

const today = {
  ...{ day: '2026-11-30', rounds: 1, drafts: 0, finished: 0, stops: 0, closed_stops: 0, late_stops: 0 },
  ...{ planned: 0, delivered: 0, unit: 'gal' },
  owed: [{ currency_id: 3, open: '1200.500', overdue: '300.000' }],
}
const currency = {
  ...{ currency_id: 3, code: 'USD', prefix: '$', suffix: null, precision: 2 },
  ...{ decimal: '.', thousands: ',', mask: null },
}

test('amounts wait for the signs of their currencies', async () => {
  const sent = answering({
    'GET /dashboard/today': { today },
    'GET /currencies/marks': { currencies: [currency] },
  })
  const answer = globalThis.fetch
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url.includes('marks')) await held
    return answer(url, init)
  })
  const seen: string[] = []
  const observer = new MutationObserver(() => seen.push(document.body.textContent ?? ''))
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  showScreen(<TodayWidget title="Today" />)
  await waitFor(() => expect(sent.map(({ call }) => call)).toContain('GET /dashboard/today'))
  await act(async () => {})
  release()
  expect(await screen.findByText('$1,200.50')).toBeTruthy()
  expect(screen.getByText('$300.00')).toBeTruthy()
  observer.disconnect()
  expect(seen.filter((text) => /(?<!\$)1,200/.test(text))).toEqual([])
})
