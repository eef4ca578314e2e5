import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { customers } from '#core/domains/companies/customers.ts'
import { devices } from '#core/domains/devices/devices.ts'
import { tags } from '#core/domains/devices/tags.ts'
import { payment_terms } from '#core/domains/finance/payment_terms.ts'
import type { Resource } from '#core/resources/definition.ts'
import { showOnPhone } from '#web/platform/testing/showOnPhone.ts'
import { answering, type SentCall, showScreen } from '#web/resources/testing/showScreen.tsx'
import { ResourceList } from './ResourceList.tsx'

const terms = [
  { payment_term_id: 1, description: 'Net 10', term_days: 10, updated_at: '2026-01-01T00:00:00.000Z' },
  { payment_term_id: 2, description: 'Net 30', term_days: 30, updated_at: '2026-01-01T00:00:00.000Z' },
]
const page = { page_num: 1, page_size: 25, total_records: 2 }
const TERMS = 'GET /payment_terms?'
const found = { [TERMS]: { page, payment_terms: terms } }

function showList(resource: Resource, at = '/payment_terms', as = {}) {
  return showScreen(
    <ResourceList resource={resource} addressOf={(id) => `/payment_term${id ? `/${id}` : ''}`} />,
    { at, as },
  )
}

function lastQuery(sent: readonly SentCall[]): URLSearchParams {
  const lists = sent.filter(({ call }) => /^GET \/(payment_terms|customers)\?.*page_num/.test(call))
  return new URLSearchParams(lists.at(-1)?.call.split('?')[1])
}

describe('the list of any kind of record', () => {
  test('shows the records with their units, and links to each', async () => {
    answering(found)
    showList(payment_terms)
    const link = await screen.findByRole('link', { name: 'Net 30' })
    expect(link.getAttribute('href')).toBe('/payment_term/2')
    expect(screen.getByText('30 days')).toBeTruthy()
    expect(screen.getByText('1–2 of 2')).toBeTruthy()
  })

  test('names the filter of a link even if the user may not choose among its records', async () => {
    const tag = { tag_id: 1, tag: 'Route', company_id: 4, company_title: 'Prairie Star Propane' }
    answering({ 'GET /tags?': { page, tags: [tag] } })
    showList(tags, '/tags?company_id=4', { login_type_id: 'customer', permissions: ['tags.read'] })
    expect(await screen.findByText('Company: Prairie Star Propane')).toBeTruthy()
  })

  test('omits the column of companies where all rows are of the reader’s own, unless the reader chose it', async () => {
    const tag = { tag_id: 1, tag: 'Route', company_id: 1, company_title: 'Prairie Star Propane' }
    const headings = async () => {
      await screen.findByRole('link', { name: 'Route' })
      return screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    }
    answering({ 'GET /tags?': { page, tags: [tag] } })
    showList(tags)
    expect(await headings()).not.toContain('Company')
    cleanup()
    answering({ 'GET /tags?': { page, tags: [tag, { ...tag, tag_id: 2, tag: 'North', company_id: 4 }] } })
    showList(tags)
    expect(await headings()).toContain('Company')
    await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
    const choice = await screen.findByRole('checkbox', { name: 'Company' })
    await userEvent.click(choice)
    await userEvent.click(choice)
    answering({ 'GET /tags?': { page, tags: [tag] } })
    cleanup()
    showScreen(<ResourceList resource={tags} addressOf={(id) => `/tag/${id}`} />, { isSameBrowser: true })
    expect(await headings()).toContain('Company')
  })

  test('searches while typing, and stores it in the address', async () => {
    const sent = answering(found)
    const router = showList(payment_terms)
    await userEvent.type(screen.getByRole('searchbox'), 'net')
    await waitFor(() => expect(router.state.location.search).toBe('?search=net'))
    await waitFor(() => expect(lastQuery(sent).get('search')).toBe('net'))
  })

  test('dims its content and shows that it is busy, from the first letter or click until the response', async () => {
    answering(found)
    showList(payment_terms)
    const row = await screen.findByRole('link', { name: 'Net 30' })
    expect(screen.queryByRole('progressbar')).toBeNull()
    let answer = () => {}
    vi.stubGlobal(
      'fetch',
      () =>
        new Promise<Response>((resolve) => {
          answer = () => resolve(Response.json({ code: 200, page, payment_terms: [] }))
        }),
    )
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'n' } })
    expect(screen.getByRole('progressbar', { name: 'Loading' })).toBeTruthy()
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: '' } })
    expect(screen.queryByRole('progressbar')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Description' }))
    expect(screen.getByRole('progressbar', { name: 'Loading' })).toBeTruthy()
    expect(row.closest('[aria-busy="true"]')).toBeTruthy()
    await waitFor(answer)
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
    expect(screen.queryByRole('link', { name: 'Net 30' })).toBeNull()
  })

  test('sorts by a column in both directions', async () => {
    const sent = answering(found)
    showList(payment_terms)
    const sort = await screen.findByRole('button', { name: 'Description' })
    await userEvent.click(sort)
    await userEvent.click(sort)
    await waitFor(() => expect(lastQuery(sent).get('sort')).toBe('-description'))
    expect(screen.getByRole('columnheader', { name: /Description/ }).getAttribute('aria-sort')).toBe(
      'descending',
    )
  })

  test('is reached in few Tabs: arrows lead from a heading to the rows, and resize its column', async () => {
    answering(found)
    showList(payment_terms)
    await screen.findByRole('link', { name: 'Net 30' })
    const [heading, edge] = screen
      .getByRole('columnheader', { name: /^Description/ })
      .querySelectorAll('button')
    expect(edge?.tabIndex).toBe(-1)
    heading?.focus()
    await userEvent.keyboard('{ArrowRight}')
    expect(heading?.closest('th')?.style.width).toBe('60px')
    await userEvent.keyboard('{ArrowDown}')
    expect(document.activeElement?.textContent).toContain('Net 10')
  })

  test('has no chip for its default filter; another value has one, which removes the filter', async () => {
    const sent = answering({ 'GET /customers': { page: { ...page, total_records: 0 }, customers: [] } })
    showList(customers, '/customers')
    await waitFor(() => expect(lastQuery(sent).get('status')).toBe('1'))
    expect(screen.queryByRole('button', { name: 'Clear: Active' })).toBeNull()
    cleanup()
    showList(customers, '/customers?status=0')
    await userEvent.click(await screen.findByRole('button', { name: 'Clear: Active' }))
    await waitFor(() => expect(lastQuery(sent).get('status')).toBe(''))
  })

  test('has a filter menu with a search and a clear button', async () => {
    const sent = answering({ 'GET /customers': { page: { ...page, total_records: 0 }, customers: [] } })
    showList(customers, '/customers')
    await userEvent.click(await screen.findByRole('button', { name: 'Filter' }))
    const status = await screen.findByRole('combobox', { name: 'Active' })
    await userEvent.clear(status)
    await userEvent.type(status, 'no{Enter}')
    await waitFor(() => expect(lastQuery(sent).get('status')).toBe('0'))
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
    await waitFor(() => expect(lastQuery(sent).get('status')).toBe(''))
  })

  test('ignores sorting by a removed field; a filter by one is sent, shown and removable', async () => {
    const sent = answering(found)
    showList(payment_terms, '/payment_terms?sort=-udf_gone&udf_gone=1')
    await screen.findByRole('link', { name: 'Net 30' })
    expect(lastQuery(sent).get('sort')).toBe('term_days')
    expect(lastQuery(sent).get('udf_gone')).toBe('1')
    expect(screen.getByText('udf_gone: 1')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Clear: udf_gone' }))
    await waitFor(() => expect(lastQuery(sent).has('udf_gone')).toBe(false))
  })

  test('says when nothing matches, and offers to widen the search', async () => {
    const none = { page: { ...page, total_records: 0 }, payment_terms: [] }
    answering({ 'GET /payment_terms?search=zzz': none, 'GET /payment_terms?page_size=1': found[TERMS] })
    const router = showList(payment_terms, '/payment_terms?search=zzz')
    expect(await screen.findByText('No data found')).toBeTruthy()
    expect(screen.getByText('Try other words, or remove a filter.')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Clear search and filters' }))
    expect(router.state.location.search).toBe('')
  })

  test('suggests what to try once only, if it has its own text', async () => {
    const none = { page: { ...page, total_records: 0 }, devices: [] }
    const one = { page: { ...page, total_records: 1 }, devices: [{ device_id: 7 }] }
    answering({ 'GET /devices?': none, 'GET /devices?status=&': one })
    showList(devices, '/devices?search=zzz')
    expect(
      await screen.findByText('No devices found. Please try again with a different filter.'),
    ).toBeTruthy()
    expect(screen.queryByText('Try other words, or remove a filter.')).toBeNull()
  })

  test.each(['/customers', '/customers?search=zzz'])(
    'says that nothing exists, rather than that a search failed: %s',
    async (at) => {
      answering({ 'GET /customers?': { page: { ...page, total_records: 0 }, customers: [] } })
      showList(customers, at)
      expect(await screen.findByText('Nothing here yet')).toBeTruthy()
      expect(screen.queryByText('Try other words, or remove a filter.')).toBeNull()
    },
  )

  test('reports that the server does not respond, and retries', async () => {
    answering({ 'GET /payment_terms?': { status: 500, message: 'Server Error' } })
    showList(payment_terms)
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  })

  test('deletes ticked records in one call after one confirmation, and undoes it', async () => {
    const done = { done: 2, undo_id: 7 }
    const sent = answering({
      ...found,
      'POST /payment_terms/bulk_delete': done,
      'POST /undo/7': { message: 'Undone.', type: 'success' },
    })
    showList(payment_terms)
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText(/You can undo this right afterward/)).toBeTruthy()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(sent.map(({ call }) => call)).toContain('POST /undo/7'))
    const { body } = sent.find(({ call }) => call === 'POST /payment_terms/bulk_delete')!
    expect(body).toEqual({
      items: terms.map(({ payment_term_id: id, updated_at }) => ({ id, if_updated_at: updated_at })),
    })
  })

  test('sets the same value on all matches, on every page', async () => {
    const sent = answering({
      'GET /payment_terms?': { page: { ...page, total_records: 60 }, payment_terms: terms },
      'PATCH /payment_terms/bulk': { done: 60, undo_id: null },
    })
    showList(payment_terms, '/payment_terms?search=net')
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    await userEvent.click(screen.getByRole('button', { name: 'Select all 60 that match' }))
    await userEvent.click(screen.getByRole('button', { name: 'Change' }))
    const dialog = await screen.findByRole('dialog', { name: 'Change 60 records' })
    await userEvent.click(within(dialog).getByRole('combobox', { name: 'Field to change' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Due after' }))
    await userEvent.type(within(dialog).getByRole('textbox', { name: /Due after/ }), '45')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('60 records were changed.')).toBeTruthy()
    const { body } = sent.find(({ call }) => call === 'PATCH /payment_terms/bulk')!
    expect(body).toEqual({
      matching: { query: { search: 'net', sort: 'term_days' }, count: 60 },
      changes: { term_days: 45 },
    })
  })

  test('counts all matches before an action if the list shows an estimate', async () => {
    const estimated = { ...page, total_records: 10_480, total_is_estimate: 1 }
    const sent = answering({
      'GET /payment_terms?search=net&sort=term_days&page_size=1&count=exact': {
        page: { ...page, total_records: 60 },
        payment_terms: [],
      },
      'GET /payment_terms?': { page: estimated, payment_terms: terms },
      'POST /payment_terms/bulk_delete': { done: 60, undo_id: null },
    })
    showList(payment_terms, '/payment_terms?search=net')
    expect(await screen.findByText('about 10,000')).toBeTruthy()
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    await userEvent.click(screen.getByRole('button', { name: 'Select all that match, about 10,000' }))
    expect(await screen.findByText('60 selected')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText(/60 records were deleted/)).toBeTruthy()
    const { body } = sent.find(({ call }) => call === 'POST /payment_terms/bulk_delete')!
    expect(body).toEqual({ matching: { query: { search: 'net', sort: 'term_days' }, count: 60 } })
  })

  test('says record by record why none was changed, and keeps them ticked', async () => {
    const report = [{ id: 2, title: 'Net 30', message: 'It is still used by companies.', errors: [] }]
    answering({
      ...found,
      'POST /payment_terms/bulk_delete': { status: 422, message: 'Nothing was changed: 1 of 2.', report },
    })
    showList(payment_terms)
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
    const modal = await screen.findByRole('dialog', { name: 'Nothing was changed' })
    expect(within(modal).getByRole('link', { name: 'Net 30' }).getAttribute('href')).toBe('/payment_term/2')
    expect(within(modal).getByText('It is still used by companies.')).toBeTruthy()
    expect(screen.getByText('2 selected')).toBeTruthy()
  })

  test('starts with its default view, including columns', async () => {
    const state = {
      query: { search: 'net', sort: '-term_days' },
      columns: ['term_days'],
      widths: {},
      density: 'compact',
    }
    const view = { saved_view_id: 4, name: 'Long ones', state, is_shared: 0, is_own: 1, is_default: 1 }
    const sent = answering({ ...found, 'GET /saved_views?': { saved_views: [view] } })
    const router = showList(payment_terms)
    await waitFor(() => expect(router.state.location.search).toBe('?search=net&sort=-term_days&saved_view=4'))
    await waitFor(() => expect(lastQuery(sent).get('sort')).toBe('-term_days'))
    expect(screen.queryByRole('columnheader', { name: /Description/ })).toBeNull()
    expect(screen.getByRole('button', { name: 'View: Long ones' })).toBeTruthy()
  })

  test('does not override an address with the default view', async () => {
    const state = { query: { search: 'net' }, columns: ['term_days'], widths: {}, density: 'normal' }
    const view = { saved_view_id: 4, name: 'Long ones', state, is_shared: 0, is_own: 1, is_default: 1 }
    answering({ ...found, 'GET /saved_views?': { saved_views: [view] } })
    const router = showList(payment_terms, '/payment_terms?search=60')
    expect(await screen.findByRole('columnheader', { name: /Description/ })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Saved views' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Long ones' }))
    expect(router.state.location.search).toBe('?search=net&saved_view=4')
  })

  test('saves a view with address and columns', async () => {
    const savedView = {
      saved_view_id: 5,
      name: 'Sixty',
      state: { query: {}, columns: [], widths: {}, density: 'normal' },
    }
    const sent = answering({
      ...found,
      'GET /saved_views?': { saved_views: [] },
      'POST /saved_views': { saved_view: savedView },
    })
    showList(payment_terms, '/payment_terms?search=60&page_num=2')
    await userEvent.click(await screen.findByRole('button', { name: 'Saved views' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Save view' }))
    const dialog = await screen.findByRole('dialog')
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Sixty')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent.some(({ call }) => call.startsWith('POST'))).toBe(true))
    expect(sent.find(({ call }) => call === 'POST /saved_views')!.body).toEqual({
      resource: 'payment_terms',
      name: 'Sixty',
      is_shared: 0,
      state: {
        query: { search: '60' },
        columns: ['description', 'term_days'],
        widths: {},
        density: 'normal',
      },
    })
  })

  test('changes between its two views on a phone by one button, which names the next one', async () => {
    showOnPhone()
    answering(found)
    const kind = { Map: () => <p>All pins</p> }
    showScreen(
      <ResourceList resource={payment_terms} kind={kind} addressOf={(id) => `/payment_term/${id}`} />,
      { at: '/payment_terms' },
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Map' }))
    expect(screen.getByText('All pins')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'List' }))
    expect(await screen.findByRole('link', { name: /Net 30/ })).toBeTruthy()
    expect(screen.queryByRole('radio')).toBeNull()
  })

  test('offers nothing that the user may not do', async () => {
    answering(found)
    showList(payment_terms, '/payment_terms', { permissions: ['configuration.read'] })
    await screen.findByRole('link', { name: 'Net 30' })
    expect(screen.queryByRole('link', { name: /New/ })).toBeNull()
    expect(screen.queryByRole('checkbox')).toBeNull()
  })
})
