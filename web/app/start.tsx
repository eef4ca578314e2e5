import './signInStyles.ts'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { startLanguage } from '#web/platform/language.tsx'
import { readToken } from '#web/platform/token.ts'
import { App } from './App.tsx'
import { loadShell } from './loadShell.ts'
import { en } from './signInTexts.en.ts'

const started = startLanguage({ en: () => en, es: async () => (await import('./signInTexts.es.ts')).es })
// Who is signed in does not wait for the door before the house is fetched.
if (readToken()) void loadShell().catch(() => {})
await started
const root = document.getElementById('root')!
takeFirstPaintAway()
// In small steps: on a slow machine a press is answered between them.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
)

/** As soon as a screen stands before it, and in the same moment. A bar that tells of waiting is none. */
function takeFirstPaintAway(): void {
  const first = document.getElementById('first')
  const observer = new MutationObserver(() => {
    if (!root.querySelector(':scope > :not(style, [data-waiting])')) return
    observer.disconnect()
    first?.remove()
  })
  observer.observe(root, { childList: true })
}
