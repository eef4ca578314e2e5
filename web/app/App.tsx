import { DirectionProvider, MantineProvider } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { BrowserRouter } from 'react-router'
import { LanguageProvider } from '#web/platform/language.tsx'
import { makeQueryClient } from '#web/platform/queryClient.ts'
import { SessionProvider, useSession } from '#web/platform/session.tsx'
import { themeOf, themeVariables } from '#web/platform/theme.ts'
import { ScreenRoutes } from './ScreenRoutes.tsx'

/** The whole product in a browser. */
export function App() {
  const { user } = useSession()
  const [client] = useState(makeQueryClient)
  const theme = useMemo(() => themeOf(user?.theme ?? 'default'), [user?.theme])
  return (
    <DirectionProvider>
      <MantineProvider theme={theme} cssVariablesResolver={themeVariables} defaultColorScheme="auto">
        <QueryClientProvider client={client}>
          <BrowserRouter>
            <SessionProvider>
              <LanguageProvider>
                <ModalsProvider>
                  <Notifications position="bottom-right" />
                  <ScreenRoutes />
                </ModalsProvider>
              </LanguageProvider>
            </SessionProvider>
          </BrowserRouter>
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  )
}
