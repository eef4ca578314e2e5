import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import '#web/app/kinds.ts'
import { people } from '#core/domains/people/people.ts'
import { ResourceForm } from '#web/resources/form/ResourceForm.tsx'
import { useRecordKind } from '#web/resources/kind.ts'
import type { RecordKind } from '#web/resources/record/recordKind.ts'
import type { ShownRecord } from '#web/resources/recordIn.ts'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { kinds } from './kinds.tsx'
import { PersonHeader } from './PersonHeader.tsx'

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

const person = ada as ShownRecord<typeof people>

function showHeader(users: object[]) {
  answering({
    'GET /': {},
    'GET /users?': { users, page: { page_num: 1, page_size: 2, total_records: users.length } },
  })
  const may = { permissions: ['users.read', 'users.create'], may_give: ['driver'] } as const
  showScreen(<PersonHeader record={person} />, {
    as: { ...may, permissions: [...may.permissions], may_give: [...may.may_give] },
  })
}

test('a person without a user is offered an invitation', async () => {
  showHeader([])
  expect(await screen.findByRole('button', { name: 'Invite to sign in' })).toBeTruthy()
})

test('a person with a user is not invited again', async () => {
  showHeader([user])
  await screen.findByText('AB')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Invite to sign in' })).toBeNull())
})

function tabsSeenBy(company_id: number) {
  const kind = kinds[people.name]!.record as (user: object) => RecordKind
  return kind({ company_id })
    .tabs!.filter(({ isFor }) => isFor?.(() => true, ada) ?? true)
    .map(({ name }) => name)
}

test('a person of another company opens with its tanks and balance, a colleague with their details', () => {
  expect(tabsSeenBy(1)[0]).toBe('overview')
  expect(tabsSeenBy(ada.company_id)).not.toContain('overview')
})
