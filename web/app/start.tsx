import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startLanguage } from '#web/platform/language.tsx'
import { readToken } from '#web/platform/token.ts'
import { App } from './App.tsx'
import { en } from './door.en.ts'
import { loadShell } from './loadShell.ts'

const started = startLanguage({ en: () => en, es: async () => (await import('./door.es.ts')).es })
// Who is signed in does not wait for the door before the house is fetched.
if (readToken()) void loadShell().catch(() => {})
await started
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
