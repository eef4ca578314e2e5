import { useHotkeys } from '@mantine/hooks'
import { lazy, type ReactNode, Suspense, useState } from 'react'

const fetchPalette = () => import('./Palette.tsx')
const Palette = lazy(() => fetchPalette().then((m) => ({ default: m.Palette })))

/** The search over everything: fetched with the first press of Ctrl or ⌘ K, from then on it hears that by itself. */
export function usePalette(deeds: { onScan: () => void }): { place: ReactNode; open: () => void } {
  const [wasSought, setWasSought] = useState(false)
  const open = () => {
    setWasSought(true)
    void fetchPalette().then((m) => m.openPalette())
  }
  useHotkeys(wasSought ? [] : [['mod+K', open]])
  return {
    open,
    place: wasSought && (
      <Suspense>
        <Palette {...deeds} />
      </Suspense>
    ),
  }
}
