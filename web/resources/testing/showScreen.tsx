import { MantineProvider } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { createMemoryRouter, Link, RouterProvider } from 'react-router'
import { vi } from 'vitest'
import { makeQueryClient } from '#web/platform/calls/queryClient.ts'
import type { CurrentUser } from '#web/platform/session/currentUser.ts'
import { replaceUser } from '#web/platform/session/session.tsx'

const ACTIONS = ['read', 'create', 'update', 'delete']
const MODULES = [
  'configuration',
  'companies',
  'devices',
  'people',
  'tags',
  'tank_products',
  'users',
  'transaction_documents',
  'work_orders',
  'shipment_planners',
]

const user = {
  user_id: 1,
  login_type_id: 'administrator',
  user_type: 'employee',
  company_id: 1,
  permissions: MODULES.flatMap((module) => ACTIONS.map((action) => `${module}.${action}`)),
  user_time_zone: 'America/New_York',
  unit_of_measure: 1,
  language: 'en',
  theme: 'default',
  can_save: true,
} as CurrentUser

interface Shown {
  at?: string
  as?: Partial<CurrentUser>
  /** Keeps the browser's storage. */
  isSameBrowser?: boolean
}

/** Renders a screen as the product does, signed in as an administrator, with a link to another screen. */
export function showScreen(screen: ReactNode, { at = '/', as = {}, isSameBrowser = false }: Shown = {}) {
  if (!isSameBrowser) localStorage.clear()
  sessionStorage.clear()
  replaceUser({ ...user, ...as })
  const router = createMemoryRouter(
    [
      {
        path: '*',
        element: (
          <ModalsProvider>
            <Notifications />
            {screen}
            <Link to="/elsewhere">elsewhere</Link>
          </ModalsProvider>
        ),
      },
    ],
    { initialEntries: [at] },
  )
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={makeQueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return router
}

export interface SentCall {
  call: string
  body: Record<string, unknown> | null
}

type Answer = { status?: number } & Record<string, unknown>

/** Mocks the calls that begin with "METHOD /path", and records them. */
export function answering(answers: Readonly<Record<string, Answer>>): SentCall[] {
  const sent: SentCall[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const call = `${init.method} ${String(url).replace('/api', '')}`
    sent.push({ call, body: init.body ? JSON.parse(String(init.body)) : null })
    const start = Object.keys(answers)
      .toSorted((one, other) => other.length - one.length)
      .find((key) => call.startsWith(key))
    const { status = 200, ...body } = start ? answers[start]! : { status: 404, message: 'not there' }
    return new Response(JSON.stringify({ code: status, ...body }), { status })
  })
  return sent
}

/** Starts editing all parts of the shown record. */
export async function editRecord(): Promise<void> {
  for (const button of await screen.findAllByRole('button', { name: /^Edit: / }))
    await userEvent.click(button)
}
