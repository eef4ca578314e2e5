import { DirectionProvider, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { LanguageProvider } from '#web/platform/language.tsx'
import { makeQueryClient } from '#web/platform/queryClient.ts'
import { onUserChanged, SessionProvider, useSession } from '#web/platform/session.tsx'
import { themeOf, themeVariables } from '#web/platform/theme.ts'
import { AppEntry } from './AppEntry.tsx'

/** The whole product in a browser. */
export function App() {
  const { user } = useSession()
  const [client] = useState(makeClient)
  const theme = useMemo(() => themeOf(user?.theme ?? 'default'), [user?.theme])
  return (
    <DirectionProvider>
      <MantineProvider theme={theme} cssVariablesResolver={themeVariables} defaultColorScheme="auto">
        <QueryClientProvider client={client}>
          <SessionProvider>
            <LanguageProvider>
              <AppEntry />
            </LanguageProvider>
          </SessionProvider>
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  )
}

/** What one person has read is not shown to the next: it is forgotten before his first screen asks for anything. */
function makeClient() {
  const client = makeQueryClient()
  onUserChanged(() => client.clear())
  return client
}
