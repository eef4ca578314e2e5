import { useHotkeys } from '@mantine/hooks'
import { type ReactNode, Suspense, useState } from 'react'
import { loadAllTexts } from '#web/platform/language.tsx'
import { lazyPart } from '#web/ui/lazyPart.tsx'

const fetchPalette = async () => (await Promise.all([import('./CommandPalette.tsx'), loadAllTexts()]))[0]
const Palette = lazyPart(() => fetchPalette().then((m) => m.CommandPalette))

/** The search over everything: fetched at the first Ctrl or ⌘ K, after which it listens for the key itself. */
export function useCommandPalette(props: { onScan: () => void }): { place: ReactNode; open: () => void } {
  const [wasOpened, setWasOpened] = useState(false)
  const open = () => {
    setWasOpened(true)
    void fetchPalette().then((m) => m.openCommandPalette())
  }
  useHotkeys(wasOpened ? [] : [['mod+K', open]])
  return {
    open,
    place: wasOpened && (
      <Suspense>
        <Palette {...props} />
      </Suspense>
    ),
  }
}
