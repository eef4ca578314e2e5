import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { bank_accounts } from '#core/domains/finance/bank_accounts.ts'
import { payment_terms } from '#core/domains/finance/payment_terms.ts'
import type { Resource } from '#core/resources/definition.ts'
import type { CurrentUser } from '#web/platform/session/currentUser.ts'
import { answering, editRecord, showScreen } from '../testing/showScreen.tsx'
import type { AnyRecord } from '../useRecords.ts'
import { ResourceForm } from './ResourceForm.tsx'

const term = {
  payment_term_id: 5,
  term_days: 30,
  description: 'Net 30',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
}
const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith('ullage.draft.'))

interface Shown {
  resource?: Resource
  record?: AnyRecord | null
  isPart?: boolean
}

/** Renders the form in the browser used before: as after a lost session, or in a new tab. */
function show(
  { resource = payment_terms, record = term, isPart }: Shown = {},
  as: Partial<CurrentUser> = {},
) {
  cleanup()
  showScreen(<ResourceForm {...{ resource, record, isPart }} onSaved={() => {}} />, {
    as,
    isSameBrowser: true,
  })
}
const description = () => screen.getByLabelText<HTMLInputElement>(/Description/)
const note = () => screen.queryByText(/You have unsaved changes/)

beforeEach(() => localStorage.clear())

describe('unsaved input', () => {
  it('is offered again after the form was lost, and restored', async () => {
    show()
    await editRecord()
    await userEvent.type(description(), ' or so')
    show()
    expect(screen.queryByDisplayValue(/Net 30/)).toBeNull()
    expect(await screen.findByText(/You have unsaved changes from/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Restore them' }))
    expect(description().value).toBe('Net 30 or so')
    expect(note()).toBeNull()
    show()
    expect(await screen.findByText(/You have unsaved changes from/)).toBeTruthy()
  })

  it('of one part of a record is not offered in another', async () => {
    show({ isPart: true })
    await editRecord()
    await userEvent.type(description(), ' or so')
    show()
    expect(note()).toBeNull()
    show({ isPart: true })
    expect(await screen.findByText(/You have unsaved changes from/)).toBeTruthy()
  })

  it('is deleted when discarded', async () => {
    show()
    await editRecord()
    await userEvent.type(description(), ' or so')
    show()
    await userEvent.click(await screen.findByRole('button', { name: 'Discard them' }))
    expect(note()).toBeNull()
    expect(drafts()).toEqual([])
  })

  it('is deleted when saved', async () => {
    const saved = { ...term, description: 'Net 30 or so', updated_at: '2026-01-02T00:00:00Z' }
    answering({ 'PATCH /payment_terms/5': { payment_term: saved } })
    show()
    await editRecord()
    await userEvent.type(description(), ' or so')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull())
    show({ record: saved })
    expect(note()).toBeNull()
    expect(drafts()).toEqual([])
  })

  it('stays when the server does not respond', async () => {
    answering({ 'PATCH /payment_terms/5': { status: 500, message: 'Server Error' } })
    show()
    await editRecord()
    await userEvent.type(description(), ' or so')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    show()
    expect(await screen.findByText(/You have unsaved changes from/)).toBeTruthy()
  })

  it('is never shown to another user, in another company, or to an impersonator', async () => {
    show()
    await editRecord()
    await userEvent.type(description(), ' or so')
    show({}, { user_id: 2 })
    expect(note()).toBeNull()
    show({}, { company_id: 9 })
    expect(note()).toBeNull()
    show({}, { impersonated_by: { username: 'support', combined_name: 'Support' } })
    expect(note()).toBeNull()
    show()
    expect(await screen.findByText(/You have unsaved changes from/)).toBeTruthy()
  })

  it('says if the record was saved since', async () => {
    show()
    await editRecord()
    await userEvent.type(description(), ' or so')
    show({ record: { ...term, term_days: 31, updated_at: '2026-02-01T00:00:00Z' } })
    expect(await screen.findByText(/The record was saved after these changes/)).toBeTruthy()
  })

  it('expires after a week', async () => {
    show()
    await editRecord()
    await userEvent.type(description(), ' or so')
    cleanup()
    const [key = ''] = drafts()
    const draft = JSON.parse(localStorage.getItem(key) ?? '{}')
    localStorage.setItem(
      key,
      JSON.stringify({ ...draft, at: new Date(Date.now() - 8 * 86_400_000).toISOString() }),
    )
    show()
    expect(note()).toBeNull()
    expect(drafts()).toEqual([])
  })

  it('never contains a number that is stored encrypted', async () => {
    answering({ 'GET /currencies': { currencies: [] } })
    const as = { permissions: ['bank_accounts.create', 'bank_accounts.read'] }
    show({ resource: bank_accounts, record: null }, as)
    await userEvent.type(screen.getByLabelText(/^Name/), 'House')
    await userEvent.type(screen.getByLabelText(/Account number/), '12345678901')
    cleanup()
    const stored = drafts().map((key) => localStorage.getItem(key) ?? '')
    expect(stored.join()).toContain('House')
    expect(stored.join()).not.toContain('12345678901')
  })
})
