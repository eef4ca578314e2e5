import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { vi } from 'vitest'
import { en } from '#core/texts.en.ts'
import { en as alertRules } from '#web/domains/alerts/ruleTexts.en.ts'
import { en as alerts } from '#web/domains/alerts/texts.en.ts'
import { en as devices } from '#web/domains/devices/texts.en.ts'
import { en as tanks } from '#web/domains/tanks/texts.en.ts'
import { en as accuracy } from '#web/domains/telemetry/accuracyTexts.en.ts'
import { en as forecastReasons } from '#web/domains/telemetry/reasonTexts.en.ts'
import { en as telemetry } from '#web/domains/telemetry/texts.en.ts'
import { en as tools } from '#web/domains/tools/texts.en.ts'
import type { CurrentUser } from '#web/platform/session/currentUser.ts'
import { replaceUser } from '#web/platform/session/session.tsx'
import { en as ui } from '#web/platform/texts.en.ts'
import { en as history } from '#web/resources/record/historyTexts.en.ts'
import { en as resources } from '#web/resources/texts.en.ts'

const user = {
  user_id: 1,
  login_type_id: 'administrator',
  company_id: 1,
  permissions: ['devices.read', 'devices.create', 'devices.update', 'tags.update'],
  user_time_zone: 'UTC',
  unit_of_measure: 1,
  language: 'en',
  theme: 'default',
  can_save: true,
} as CurrentUser

/** Renders in English, signed in as a user who may change devices. */
export function renderTank(
  part: ReactNode,
  { path = '/', as = {} }: { path?: string; as?: Partial<CurrentUser> } = {},
) {
  void i18next.init({
    lng: 'en',
    initAsync: false,
    resources: {
      en: {
        translation: {
          ...{ ...en, resources: { ...resources, ...history } },
          ...{ alerts: { ...alerts, ...alertRules }, devices, tanks, tools, ui },
          telemetry: { ...telemetry, ...accuracy, ...forecastReasons },
        },
      },
    },
    interpolation: { escapeValue: false },
  })
  replaceUser({ ...user, ...as })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  return render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[path]}>{part}</MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  )
}

export interface SentCall {
  method: string
  path: string
  body: Record<string, unknown> | null
}

/** Mocks the calls that begin with "METHOD /path", and records the sent calls. */
export function stubCalls(answers: Readonly<Record<string, object>>): SentCall[] {
  const sent: SentCall[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const path = String(url).replace('/api', '')
    const method = init.method ?? 'GET'
    sent.push({ method, path, body: init.body ? JSON.parse(String(init.body)) : null })
    const key = Object.keys(answers)
      .toSorted((a, b) => b.length - a.length)
      .find((start) => `${method} ${path}`.startsWith(start))
    const answer = (key ? answers[key] : { status: 404, message: 'not there' }) as { status?: number }
    const status = answer.status ?? 200
    return new Response(JSON.stringify({ code: status, ...answer }), { status })
  })
  return sent
}
