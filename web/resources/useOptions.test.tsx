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

test('one request serves all selects of its kind', async () => {
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

test('a kind with many records is searched by typed text, and chosen ids are looked up', async () => {
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
  // The chosen name is in the input without being typed.
  fireEvent.change(screen.getByLabelText('search'), { target: { value: 'Zulu Fuels' } })
  await screen.findByText(/^Zulu Fuels, Yard 0, /)
  expect(sent.map(({ call }) => call)).toHaveLength(3)
})

test('a kind with few records is loaded by one request', async () => {
  const sent = answering({ [FIRST]: { companies: [{ company_id: 4, label: 'Platte Valley' }] } })
  showScreen(<Searched chosen={['7']} />)
  await screen.findByText('Platte Valley')
  fireEvent.change(screen.getByLabelText('search'), { target: { value: 'far' } })
  expect(sent.map(({ call }) => call)).toEqual([FIRST])
})
