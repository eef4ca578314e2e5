import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { companies } from '#core/domains/companies/companies.ts'
import { answering, showScreen } from './testing/showScreen.tsx'
import { useChoices } from './useChoices.ts'
import { useOptions } from './useOptions.ts'

function Choices() {
  const { data = [] } = useOptions(companies)
  return <p>{data.map(({ label }) => label).join(', ')}</p>
}

test('what was asked for once is kept for every drop-down of its kind', async () => {
  const sent = answering({
    'GET /companies?options=1': { companies: [{ company_id: 4, label: 'Platte Valley' }] },
  })
  showScreen(
    <>
      <Choices />
      <Choices />
    </>,
  )
  expect(await screen.findAllByText('Platte Valley')).toHaveLength(2)
  expect(sent.map(({ call }) => call)).toEqual(['GET /companies?options=1'])
})

function Searched({ chosen }: { chosen: string[] }) {
  const { data, onSearchChange } = useChoices(companies, true, chosen)
  return (
    <>
      <input aria-label="search" onChange={(event) => onSearchChange(event.currentTarget.value)} />
      <p>{data.map(({ label }) => label).join(', ')}</p>
    </>
  )
}

const FIRST = 'GET /companies?options=1&limit=500'

test('of a kind that has many, what is typed is asked for, and what is chosen is told by its id', async () => {
  const many = Array.from({ length: 500 }, (_, n) => ({ company_id: 1000 + n, label: `Yard ${n}` }))
  const sent = answering({
    [FIRST]: { companies: many },
    'GET /companies?options=1&ids=7': { companies: [{ company_id: 7, label: 'Zulu Fuels' }] },
    'GET /companies?options=1&limit=100&search=far': { companies: [{ company_id: 8, label: 'Farm Supply' }] },
  })
  showScreen(<Searched chosen={['7']} />)
  await screen.findByText(/^Zulu Fuels, Yard 0, /)
  fireEvent.change(screen.getByLabelText('search'), { target: { value: 'far' } })
  await screen.findByText('Zulu Fuels, Farm Supply')
  // The name of what is chosen stands in the input without being typed.
  fireEvent.change(screen.getByLabelText('search'), { target: { value: 'Zulu Fuels' } })
  await screen.findByText(/^Zulu Fuels, Yard 0, /)
  expect(sent.map(({ call }) => call)).toHaveLength(3)
})

test('of a kind that has few, nothing is asked for but all of them', async () => {
  const sent = answering({ [FIRST]: { companies: [{ company_id: 4, label: 'Platte Valley' }] } })
  showScreen(<Searched chosen={['7']} />)
  await screen.findByText('Platte Valley')
  fireEvent.change(screen.getByLabelText('search'), { target: { value: 'far' } })
  expect(sent.map(({ call }) => call)).toEqual([FIRST])
})
