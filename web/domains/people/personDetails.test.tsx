import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import '#web/app/kinds.ts'
import { people } from '#core/domains/people/people.ts'
import { ResourceForm } from '#web/resources/form/ResourceForm.tsx'
import { useRecordKind } from '#web/resources/kind.ts'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'

const ada = {
  ...{ people_id: 7, combined_name: 'Ada Byron', first_name: 'Ada', last_name: 'Byron', nick_name: null },
  ...{ company_id: 4, company_title: 'Prairie Star', status: 1, gender: 1, theme: 'default' },
  ...{ language: 'en', user_time_zone: 'America/Detroit', unit_of_measure: 1 },
}
const user = { user_id: 3, username: 'ada@example.com', login_type_id: 'driver', status: 0 }

function Person() {
  const kind = useRecordKind(people)
  return (
    <ResourceForm
      resource={kind?.formOf?.(false) ?? people}
      record={ada}
      onSaved={() => {}}
      {...(kind && { kind })}
    />
  )
}

function showPerson(users: object[]) {
  answering({
    'GET /': {},
    'GET /users?': { users, page: { page_num: 1, page_size: 2, total_records: users.length } },
  })
  showScreen(<Person />)
}

test('a person is read with their user, its role and a readable time zone', async () => {
  showPerson([user])
  const link = await screen.findByRole('link', { name: 'ada@example.com' })
  expect(link.getAttribute('href')).toBe('/user/3')
  expect(screen.getByText('Driver')).toBeTruthy()
  expect(link.parentElement!.textContent).toContain('Inactive')
  expect(await screen.findByText('Eastern Time · Detroit')).toBeTruthy()
})

test('a person without a user is read as such', async () => {
  showPerson([])
  expect(await screen.findByText('No user yet')).toBeTruthy()
})

test('gender, color theme and company are there while editing only', async () => {
  showPerson([])
  await screen.findByText('No user yet')
  for (const text of ['Gender', 'Color theme']) expect(screen.queryByText(text)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Edit: Details' }))
  expect(await screen.findByRole('combobox', { name: /^Gender/ })).toBeTruthy()
  expect(screen.getByRole('combobox', { name: /^Company/ })).toBeTruthy()
})
