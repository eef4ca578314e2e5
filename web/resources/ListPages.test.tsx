import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { tags } from '#core/domains/devices/tags.ts'
import { ListPages } from './ListPages.tsx'
import { showScreen } from './testing/showScreen.tsx'
import { useListState } from './useListState.ts'

function Pages() {
  return <ListPages state={useListState(tags)} total={2500} />
}
const pages = () =>
  screen.getAllByRole('button', { name: /^Page \d+$/ }).map((button) => Number(button.textContent))

test('eight pages can be chosen where there is room', () => {
  showScreen(<Pages />)
  expect(pages()).toEqual([1, 2, 3, 4, 5, 6, 7, 100])
})

test('five on a small screen, wherever one is', () => {
  const wide = window.matchMedia
  vi.stubGlobal('matchMedia', (query: string) => ({ ...wide(query), matches: true }))
  showScreen(<Pages />, { at: '/?page_num=50' })
  expect(pages()).toEqual([1, 49, 50, 51, 100])
  vi.stubGlobal('matchMedia', wide)
})
