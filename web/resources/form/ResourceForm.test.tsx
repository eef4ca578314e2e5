import { notificationsStore } from '@mantine/notifications'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { users } from '#core/domains/access/users.ts'
import { tags } from '#core/domains/devices/tags.ts'
import { payment_terms } from '#core/domains/finance/payment_terms.ts'
import { tanker_trucks } from '#core/domains/shipments/trucks/tanker_trucks.ts'
import { tank_specs } from '#core/domains/tanks/tank_specs.ts'
import { answering, editRecord, showScreen } from '#web/resources/testing/showScreen.tsx'
import { ResourceForm } from './ResourceForm.tsx'

const net30 = {
  payment_term_id: 7,
  description: 'Net 30',
  term_days: 30,
  updated_at: '2026-01-01T00:00:00.000Z',
}

describe('the form of any kind of record', () => {
  test('shows no issues before the first save, then lists missing fields without calling the server', async () => {
    const sent = answering({})
    showScreen(<ResourceForm resource={payment_terms} record={null} onSaved={vi.fn()} />)
    expect(screen.queryByText('Required')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findAllByText('Required')).toHaveLength(2)
    expect(sent).toEqual([])
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/Description/)))
  })

  test('leads back from a new record without saving it', () => {
    showScreen(
      <ResourceForm resource={payment_terms} record={null} leavesTo="/payment_terms" onSaved={vi.fn()} />,
    )
    expect(screen.getByRole('link', { name: 'Cancel' }).getAttribute('href')).toBe('/payment_terms')
  })

  test('updates issues while typing after the first attempt', async () => {
    answering({})
    showScreen(<ResourceForm resource={payment_terms} record={null} onSaved={vi.fn()} />)
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await userEvent.type(screen.getByLabelText(/Due after/), '-3')
    expect(screen.getByText('Item cannot be negative')).toBeTruthy()
  })

  test('sends only changed values, with the version they were based on', async () => {
    const sent = answering({ 'PATCH /payment_terms/7': { payment_term: { ...net30, term_days: 45 } } })
    const onSaved = vi.fn()
    showScreen(<ResourceForm resource={payment_terms} record={net30} onSaved={onSaved} />)
    await editRecord()
    await userEvent.clear(screen.getByLabelText(/Due after/))
    await userEvent.type(screen.getByLabelText(/Due after/), '45')
    await userEvent.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(onSaved).toHaveBeenCalled())
    expect(sent).toEqual([
      {
        call: 'PATCH /payment_terms/7',
        body: { term_days: 45, if_updated_at: net30.updated_at },
      },
    ])
  })

  test('shows the server’s message for as long as the server says', async () => {
    answering({
      'PATCH /payment_terms/7': { payment_term: net30, message: 'Saved.', type: 'warning', duration: 9000 },
    })
    showScreen(<ResourceForm resource={payment_terms} record={net30} onSaved={vi.fn()} />)
    await editRecord()
    await userEvent.type(screen.getByLabelText(/Due after/), '0')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Saved.')
    expect(notificationsStore.getState().notifications).toMatchObject([
      { message: 'Saved.', color: 'mild', autoClose: 9000 },
    ])
  })

  test('names a referenced record even if the user may not choose among its kind', async () => {
    const sent = answering({})
    const tag = { tag_id: 3, tag: 'Winter route', company_id: 12, company_title: 'Prairie Star Propane' }
    showScreen(<ResourceForm resource={tags} record={tag} onSaved={vi.fn()} />, {
      as: { login_type_id: 'customer_readonly', permissions: ['tags.read'] },
    })
    expect(screen.getByText('Prairie Star Propane')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull()
    expect(sent).toEqual([])
  })

  test('keeps a referenced record among the choices after it can no longer be chosen', async () => {
    answering({
      'GET /companies?options=1&limit=500': { companies: [{ company_id: 5, label: 'Summit Fleet Yards' }] },
    })
    const tag = { tag_id: 3, tag: 'Winter route', company_id: 12, company_title: 'Prairie Star Propane' }
    showScreen(<ResourceForm resource={tags} record={tag} onSaved={vi.fn()} />)
    await editRecord()
    await userEvent.click(screen.getByRole('combobox', { name: /Company/ }))
    expect(await screen.findByRole('option', { name: 'Summit Fleet Yards' })).toBeTruthy()
    expect(screen.getByRole('option', { name: 'Prairie Star Propane' })).toBeTruthy()
  })

  test('offers to clear a choice only if there is one', async () => {
    answering({
      'GET /companies?options=1&limit=500': { companies: [{ company_id: 5, label: 'Summit Fleet Yards' }] },
    })
    const optional = {
      ...tags,
      fields: { ...tags.fields, company_id: { kind: 'reference', to: 'companies' } },
    }
    showScreen(<ResourceForm resource={optional as typeof tags} record={null} onSaved={vi.fn()} />)
    // The clear button has no name: keyboard users delete the text instead.
    const others = () => screen.getAllByRole('button', { hidden: true }).filter((item) => !item.textContent)
    expect(others()).toEqual([])
    await userEvent.click(screen.getByRole('combobox', { name: /Company/ }))
    await userEvent.click(await screen.findByRole('option', { name: 'Summit Fleet Yards' }))
    await userEvent.click(others()[0]!)
    expect(screen.getByRole('combobox', { name: /Company/ })).toHaveProperty('value', '')
  })

  test('names a field that the server requires and the form does not contain', async () => {
    answering({
      'POST /payment_terms': {
        status: 422,
        message: 'Incorrect value',
        errors: [{ field: 'term_days', rule: 'required', message: 'Required' }],
      },
    })
    const short = { ...payment_terms, form: [{ section: 'details', fields: ['description'] as const }] }
    showScreen(<ResourceForm resource={short} record={null} onSaved={vi.fn()} />)
    await userEvent.type(screen.getByLabelText(/Description/), 'Net 45')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Due after: Required')
  })

  test('marks the field that the server refuses', async () => {
    answering({
      'POST /payment_terms': {
        status: 422,
        message: 'Incorrect value',
        errors: [{ field: 'description', rule: 'unique', message: 'Not Unique' }],
      },
    })
    showScreen(<ResourceForm resource={payment_terms} record={null} onSaved={vi.fn()} />)
    await userEvent.type(screen.getByLabelText(/Description/), 'Net 30')
    await userEvent.type(screen.getByLabelText(/Due after/), '30')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Not Unique')).toBeTruthy()
    expect(screen.getByLabelText(/Description/).getAttribute('aria-invalid')).toBe('true')
  })

  test('shows both values after a conflict, and saves the chosen one', async () => {
    const otherVersion = { ...net30, term_days: 60, updated_at: '2026-01-02T00:00:00.000Z' }
    const sent = answering({
      'PATCH /payment_terms/7': { status: 409, message: 'changed', current: otherVersion },
    })
    showScreen(<ResourceForm resource={payment_terms} record={net30} onSaved={vi.fn()} />)
    await editRecord()
    await userEvent.clear(screen.getByLabelText(/Due after/))
    await userEvent.type(screen.getByLabelText(/Due after/), '45')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText(/^45/)).toBeTruthy()
    expect(within(dialog).getByText(/^60/)).toBeTruthy()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save this choice' }))
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]?.body).toEqual({ term_days: 45, if_updated_at: otherVersion.updated_at })
  })

  test('lets the user choose field by field, and saves only their own values', async () => {
    const otherVersion = {
      ...net30,
      description: 'Thirty',
      term_days: 60,
      updated_at: '2026-01-02T00:00:00.000Z',
    }
    const sent = answering({
      'PATCH /payment_terms/7': { status: 409, message: 'changed', current: otherVersion },
    })
    showScreen(<ResourceForm resource={payment_terms} record={net30} onSaved={vi.fn()} />)
    await editRecord()
    await userEvent.type(screen.getByLabelText(/Description/), ' days')
    await userEvent.clear(screen.getByLabelText(/Due after/))
    await userEvent.type(screen.getByLabelText(/Due after/), '45')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    const dialog = await screen.findByRole('dialog')
    await userEvent.click(within(dialog).getByRole('radio', { name: 'Thirty' }))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save this choice' }))
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]?.body).toEqual({ term_days: 45, if_updated_at: otherVersion.updated_at })
    expect((screen.getByLabelText(/Description/) as HTMLInputElement).value).toBe('Thirty')
  })

  test('does not compare untouched fields, and can take the other version whole', async () => {
    const otherVersion = {
      ...net30,
      description: 'Thirty',
      term_days: 60,
      updated_at: '2026-01-02T00:00:00.000Z',
    }
    const sent = answering({
      'PATCH /payment_terms/7': { status: 409, message: 'changed', current: otherVersion },
    })
    showScreen(<ResourceForm resource={payment_terms} record={net30} onSaved={vi.fn()} />)
    await editRecord()
    await userEvent.clear(screen.getByLabelText(/Due after/))
    await userEvent.type(screen.getByLabelText(/Due after/), '45')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    const dialog = await screen.findByRole('dialog')
    expect((within(dialog).getByRole('radio', { name: 'Thirty' }) as HTMLInputElement).checked).toBe(true)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Take theirs' }))
    expect((screen.getByLabelText(/Due after/) as HTMLInputElement).value).toBe('60')
    expect(sent).toHaveLength(1)
  })

  test('asks before unsaved changes are discarded', async () => {
    answering({})
    const router = showScreen(<ResourceForm resource={payment_terms} record={net30} onSaved={vi.fn()} />)
    await editRecord()
    await userEvent.type(screen.getByLabelText(/Description/), ' days')
    await userEvent.click(screen.getByRole('link', { name: 'elsewhere' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Stay here' }))
    expect(router.state.location.pathname).toBe('/')
    await userEvent.click(screen.getByRole('link', { name: 'elsewhere' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Leave' }))
    expect(router.state.location.pathname).toBe('/elsewhere')
  })

  test('is read-only until a part is edited, and again after saving or discarding', async () => {
    const saved = { ...net30, description: 'Thirty', updated_at: '2026-01-02T00:00:00.000Z' }
    answering({ 'PATCH /payment_terms/7': { payment_term: saved } })
    showScreen(<ResourceForm resource={payment_terms} record={net30} onSaved={vi.fn()} />)
    expect(screen.getByText(/^30\s\S+$/)).toBeTruthy()
    expect(screen.queryByRole('textbox')).toBeNull()
    await editRecord()
    expect(document.activeElement).toBe(screen.getByLabelText(/Description/))
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Edit: / }))
    await userEvent.keyboard('e')
    await userEvent.clear(screen.getByLabelText(/Description/))
    await userEvent.type(screen.getByLabelText(/Description/), 'Thirty')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
  })

  test('a part without values is only the button that edits it; nothing, coordinates and other parts’ fields are not read', async () => {
    answering({})
    const truck = {
      ...{ truck_id: 1, truck_name: 'Bobtail', compartment4: 0, imperial_compartment1: '1200.000000' },
      ...{ imperial_compartment4: '0.000000', home_latitude: '40.6993', home_longitude: '-99.0817' },
      ...{ unloading_order: 'any', updated_at: net30.updated_at },
    }
    showScreen(
      <ResourceForm
        resource={tanker_trucks}
        record={truck}
        onSaved={vi.fn()}
        kind={{ readAs: { unloading_order: null } }}
      />,
      { as: { permissions: ['tanker_trucks.update'] } },
    )
    const filled = within(screen.getByRole('region', { name: 'Compartments' }))
    expect(filled.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Compartment 1'])
    expect(screen.queryByText(/40.69/)).toBeNull()
    expect(screen.queryByRole('region', { name: 'Home and shift' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Edit: Home and shift' }))
    expect(await screen.findByLabelText(/Home latitude/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit: Home and shift' }))
  })

  test('hides a password, and asks for its repetition', async () => {
    answering({})
    showScreen(<ResourceForm resource={users} record={null} onSaved={vi.fn()} />)
    const [password, again] = screen.getAllByLabelText(/^Password/)
    expect([password, again].map((input) => input?.getAttribute('type'))).toEqual(['password', 'password'])
    const user = userEvent.setup()
    await user.type(password!, 'Vq7!pLm2xT')
    await user.type(again!, 'Abcdef2!')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(screen.getByText('Passwords must match')).toBeTruthy()
  })

  test.each([
    [1, 'gal', 'L'],
    [2, 'L', 'gal'],
  ] as const)('a capacity with units %i is in %s', (unit_of_measure, own, foreign) => {
    answering({})
    showScreen(<ResourceForm resource={tank_specs} record={null} onSaved={vi.fn()} />, {
      as: { unit_of_measure },
    })
    expect(screen.getByText(own)).toBeTruthy()
    expect(screen.queryByText(foreign)).toBeNull()
  })

  test('is read-only for users who may only read', () => {
    answering({})
    showScreen(<ResourceForm resource={payment_terms} record={net30} onSaved={vi.fn()} />, {
      as: { can_save: false },
    })
    expect(screen.queryByRole('button', { name: /^(Save|Edit)/ })).toBeNull()
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.getByText(/^30\s\S+$/)).toBeTruthy()
  })
})
