import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { payment_terms } from '#core/domains/finance/payment_terms.ts'
import { subscriptions } from '#core/domains/subscriptions/subscriptions.ts'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { ListFilters } from './ListFilters.tsx'
import type { ListState } from './useListState.ts'

test('text typed while a slow address still reports earlier searches stays', async () => {
  answering({})
  const change = vi.fn()
  let report: (search: string) => void = () => {}
  function Filters() {
    const [search, setSearch] = useState('')
    report = setSearch
    const state = { search, filters: {}, change } as unknown as ListState
    return (
      <ListFilters resource={payment_terms} kind={undefined} state={state} rows={[]} onTyping={() => {}} />
    )
  }
  showScreen(<Filters />)
  const input = screen.getByRole('searchbox') as HTMLInputElement
  const isRequested = (search: string) => waitFor(() => expect(change).toHaveBeenLastCalledWith({ search }))
  await userEvent.type(input, 'n')
  await isRequested('n')
  await userEvent.type(input, 'e')
  await isRequested('ne')
  act(() => report('n'))
  expect(input.value).toBe('ne')
  await userEvent.type(input, 't')
  await isRequested('net')
  act(() => report('ne'))
  expect(input.value).toBe('net')
  act(() => report('net'))
  expect(input.value).toBe('net')
  // The search of a link is shown.
  act(() => report('30'))
  expect(input.value).toBe('30')
})

test('Escape closes the choices of a filter first, and then the filter', async () => {
  const page = { page_num: 1, page_size: 25, total_records: 0 }
  answering({ 'GET /companies': { page, companies: [] } })
  const state = { search: '', filters: {}, change: vi.fn() } as unknown as ListState
  showScreen(
    <ListFilters resource={subscriptions} kind={undefined} state={state} rows={[]} onTyping={() => {}} />,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Filter' }))
  await userEvent.click(await screen.findByRole('combobox', { name: 'Paid' }))
  expect(await screen.findByRole('option', { name: 'Yes' })).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('option', { name: 'Yes' })).toBeNull())
  expect(screen.getByRole('combobox', { name: 'Paid' })).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Paid' })).toBeNull())
})
