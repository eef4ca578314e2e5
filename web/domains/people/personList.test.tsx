import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { people } from '#core/domains/people/people.ts'
import { showOnPhone } from '#web/platform/testing/showOnPhone.ts'
import { ResourceList } from '#web/resources/list/ResourceList.tsx'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { kinds } from './kinds.tsx'

const ada = {
  ...{ people_id: 7, combined_name: 'Ada Byron', job_title: 'Dispatcher', status: 1, photo_id: null },
  ...{ company_id: 4, company_title: 'Prairie Star' },
  ...{
    phone_number: '+14025550101',
    phone_number_formatted: '(402) 555-0101',
    email_address: 'ada@example.com',
    login_type_id: 'technician',
  },
}

function show() {
  const sent = answering({
    'GET /people?': { people: [ada], page: { page_num: 1, page_size: 25, total_records: 1 } },
    'GET /': {},
  })
  showScreen(<ResourceList resource={people} kind={kinds.people!.list} addressOf={(id) => `/people/${id}`} />)
  return sent
}

const linkTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

test.each([
  ['a wide screen', () => {}],
  ['a phone', showOnPhone],
])('the list of people on %s has the number to call and the address to write to', async (_, narrow) => {
  narrow()
  const sent = show()
  await screen.findByText('Ada Byron')
  expect(linkTo('(402) 555-0101')).toBe('tel:+14025550101')
  expect(screen.getByText('Technician')).toBeTruthy()
  expect(linkTo('ada@example.com')).toBe('mailto:ada@example.com')
  const list = sent.find(({ call }) => call.startsWith('GET /people?'))
  expect(decodeURIComponent(list!.call)).toMatch(/fields=[^&]*email_address[^&]*phone_number_formatted/)
})
