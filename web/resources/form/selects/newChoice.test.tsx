import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { tags } from '#core/domains/devices/tags.ts'
import '#web/app/kinds.ts'
import { answering, showScreen } from '../../testing/showScreen.tsx'
import { ResourceForm } from '../ResourceForm.tsx'

const COMPANIES = 'GET /companies?options=1'

function showTag(as = {}) {
  const answers = {
    'GET /': {},
    [COMPANIES]: { companies: [{ company_id: 4, label: 'Platte Valley' }] },
    'GET /payment_terms?options=1': { payment_terms: [{ payment_term_id: 3, label: 'Net 30' }] },
    'POST /customers': { customer: { company_id: 9, company: 'Acme Farms' } },
  }
  const sent = answering(answers)
  const onSaved = vi.fn()
  showScreen(<ResourceForm resource={tags} record={null} onSaved={onSaved} />, { as })
  return { answers, sent, onSaved, input: screen.getByRole('combobox', { name: /^Company/ }) }
}

test('a search without a match is reported, and a new record can be created, which is then chosen', async () => {
  const user = userEvent.setup()
  const { answers, sent, onSaved, input } = showTag()
  await user.click(input)
  await screen.findByRole('option', { name: 'Platte Valley', hidden: true })
  await user.type(input, 'Acme Farms')
  expect(await screen.findByText('No match')).toBeTruthy()
  await user.click(screen.getByRole('option', { name: 'New customer…', hidden: true }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New customer' }))
  const name = dialog.getByRole('textbox', { name: /^Name/ }) as HTMLInputElement
  // Filled in with the search text.
  expect(name.value).toBe('Acme Farms')
  answers[COMPANIES].companies.push({ company_id: 9, label: 'Acme Farms' })
  await user.click(dialog.getByRole('combobox', { name: /^Payment terms/ }))
  await user.click(await screen.findByRole('option', { name: 'Net 30', hidden: true }))
  // The shortcut saves the form on top, not the one below it.
  await user.click(name)
  await user.keyboard('{Control>}s{/Control}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect((input as HTMLInputElement).value).toBe('Acme Farms'))
  const posts = sent.filter(({ call }) => call.startsWith('POST'))
  expect(posts.map(({ call }) => call)).toEqual(['POST /customers'])
  expect(posts[0]!.body).toMatchObject({ company: 'Acme Farms' })
  expect(onSaved).not.toHaveBeenCalled()
})

test('the new record is last below the matches, and Enter takes the match', async () => {
  const user = userEvent.setup()
  const { input } = showTag()
  await user.click(input)
  await user.type(input, 'platte')
  const options = await screen.findAllByRole('option', { hidden: true })
  expect(options.map(({ textContent }) => textContent)).toEqual(['Platte Valley', 'New customer…'])
  await user.keyboard('{Enter}')
  expect((input as HTMLInputElement).value).toBe('Platte Valley')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('users who may not create one get no offer', async () => {
  const user = userEvent.setup()
  const { input } = showTag({ permissions: ['tags.create', 'companies.read'] })
  await user.click(input)
  await user.type(input, 'Acme')
  expect(await screen.findByText('No match')).toBeTruthy()
  expect(screen.queryByRole('option', { name: 'New customer…', hidden: true })).toBeNull()
})
