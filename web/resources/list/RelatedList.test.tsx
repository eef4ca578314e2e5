import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { people } from '#core/domains/people/people.ts'
import { RecordAddresses } from '#web/resources/recordAddress.ts'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { RelatedList } from './RelatedList.tsx'

test('shows only what belongs to the record, and new ones refer to it', async () => {
  const row = { people_id: 3, first_name: 'Dale', last_name: 'Kowalski', combined_name: 'Dale Kowalski' }
  const sent = answering({
    'GET /people?': {
      people: [{ ...row, company_id: 5, company_title: 'Platte Valley' }],
      page: { total_records: 1 },
    },
  })
  showScreen(
    <RecordAddresses value={(name, id) => `/${name}/profile${id ? `/${id}` : ''}`}>
      <RelatedList resource={people} by="company_id" id="5" />
    </RecordAddresses>,
  )
  expect((await screen.findByRole('link', { name: /Dale/ })).getAttribute('href')).toBe('/people/profile/3')
  expect(screen.getByRole('link', { name: /New/ }).getAttribute('href')).toBe('/people/profile?company_id=5')
  expect(sent.find(({ call }) => call.startsWith('GET /people?'))?.call).toContain('company_id=5')
  // The company is named above; neither a column nor a chip repeats it.
  expect(screen.queryByText('Platte Valley')).toBeNull()
  expect(screen.queryByText(/Company: /)).toBeNull()
})
