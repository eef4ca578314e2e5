import { screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import '#web/app/kinds.ts'
import { kinds } from './kinds.tsx'

test.each([
  [['users.read'], ['On-call plan', 'Webhooks', 'Identity providers']],
  [['users.read', 'configuration.read'], ['Webhooks']],
])(
  'the link to users of a user with %j opens %j: the rest is in the configuration',
  async (permissions, names) => {
    answering({})
    const Actions = kinds['users']?.list?.Actions
    showScreen(<Suspense>{Actions && <Actions />}</Suspense>, { as: { permissions } })
    await screen.findByRole('link', { name: 'Webhooks' })
    const links = screen.getAllByRole('link').map(({ textContent }) => textContent)
    expect(links.filter((name) => name !== 'elsewhere' && name !== 'API keys')).toEqual(names)
  },
)
