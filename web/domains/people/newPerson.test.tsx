import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { people } from '#core/domains/people/people.ts'
import { ResourceForm } from '#web/resources/form/ResourceForm.tsx'
import '#web/app/kinds.ts'
import { useRecordKind } from '#web/resources/kind.ts'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'

function NewPerson() {
  const kind = useRecordKind(people)
  return (
    <ResourceForm resource={kind?.formOf?.(true) ?? people} record={null} onSaved={() => {}} kind={kind} />
  )
}

test.each([
  ['America/Denver', /Denver/],
  [undefined, /Detroit/],
])('a new person begins with the time zone of the user’s company, %s', async (company_time_zone, shown) => {
  answering({ 'GET /': {} })
  showScreen(<NewPerson />, { as: { company_time_zone } })
  const input = (await screen.findByRole('combobox', { name: /^Time zone/ })) as HTMLInputElement
  expect(input.value).toMatch(shown)
})
