import './signInStyles.ts'
import { DirectionProvider, MantineProvider } from '@mantine/core'
import { StrictMode, startTransition, useMemo } from 'react'
import { createRoot } from 'react-dom/client'
import { LanguageProvider, startLanguage } from '#web/platform/language.tsx'
import { SessionProvider, useSession } from '#web/platform/session/session.tsx'
import { readToken } from '#web/platform/session/token.ts'
import { themeOf, themeVariables } from '#web/platform/theme.ts'
import { AppEntry } from './AppEntry.tsx'
import { loadShell } from './frame/loadShell.ts'
import { loadLoginScreen } from './LazyLoginScreen.ts'
import { en } from './texts/signInTexts.en.ts'

/** Shows the first screen, and starts loading its parts at once. */
export async function start(): Promise<void> {
  const started = startLanguage({
    en: () => en,
    es: async () => (await import('./texts/signInTexts.es.ts')).es,
  })
  // Fetched while React starts: the sign-in page, or all that is behind it.
  void (readToken() ? loadShell() : loadLoginScreen()).catch(() => {})
  await started
  const root = document.getElementById('root')!
  takeFirstPaintAway(root)
  // A transition renders in small steps: on a slow machine a press is answered between them.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )
}

/** Removes the first paint in the same frame in which a screen is shown. The loading bar is not a screen. */
function takeFirstPaintAway(root: HTMLElement): void {
  const first = document.getElementById('first')
  const observer = new MutationObserver(() => {
    if (!root.querySelector(':scope > :not(style, [data-waiting])')) return
    observer.disconnect()
    first?.remove()
  })
  observer.observe(root, { childList: true })
}

function App() {
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
