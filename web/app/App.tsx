import { DirectionProvider, MantineProvider } from '@mantine/core'
import { useMemo } from 'react'
import { LanguageProvider } from '#web/platform/language.tsx'
import { SessionProvider, useSession } from '#web/platform/session/session.tsx'
import { themeOf, themeVariables } from '#web/platform/theme.ts'
import { AppEntry } from './AppEntry.tsx'

export function App() {
  const { user } = useSession()
  const theme = useMemo(() => themeOf(user?.theme ?? 'default'), [user?.theme])
  return (
    <DirectionProvider>
      <MantineProvider theme={theme} cssVariablesResolver={themeVariables} defaultColorScheme="auto">
        <SessionProvider>
          <LanguageProvider>
            <AppEntry />
          </LanguageProvider>
        </SessionProvider>
      </MantineProvider>
    </DirectionProvider>
  )
}
