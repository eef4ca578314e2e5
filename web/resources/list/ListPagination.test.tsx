import { cleanup, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { tags } from '#core/domains/devices/tags.ts'
import { showScreen } from '#web/resources/testing/showScreen.tsx'
import { ListPagination } from './ListPagination.tsx'
import { useListState } from './useListState.ts'
import type { Total } from './useTotal.ts'

let found: Total = { total: 2500 }

function Pages() {
  return <ListPagination state={useListState(tags)} found={found} />
}
const pages = () =>
  screen.getAllByRole('button', { name: /^Page \d+$/ }).map((button) => Number(button.textContent))

test('eight pages can be chosen on wide screens', () => {
  showScreen(<Pages />)
  expect(pages()).toEqual([1, 2, 3, 4, 5, 6, 7, 100])
})

test('five on a small screen, at any page', () => {
  const wide = window.matchMedia
  vi.stubGlobal('matchMedia', (query: string) => ({ ...wide(query), matches: true }))
  for (const [at, shown] of [
    [1, [1, 2, 3, 4, 100]],
    [50, [1, 49, 50, 51, 100]],
    [100, [1, 97, 98, 99, 100]],
  ] as const) {
    showScreen(<Pages />, { at: `/?page_num=${at}` })
    expect(pages()).toEqual(shown)
    // Targets of 44 px leave no room for arrows on a screen of 360 px.
    expect(screen.queryByRole('button', { name: 'Next page' })).toBeNull()
    cleanup()
  }
  vi.stubGlobal('matchMedia', wide)
})

test('an estimate is a rounded number marked as such; its last page can still be opened', () => {
  found = { total: 103_482, isEstimate: true }
  showScreen(<Pages />)
  expect(screen.getByText('1–25 of about 100,000')).toBeTruthy()
  expect(pages().at(-1)).toBe(4140)
})
