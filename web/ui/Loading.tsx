import { LoadingOverlay } from '@mantine/core'
import { useEffect, useState } from 'react'
import { toast } from '#web/platform/toast.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'

/** Time limits for the code of a dialog or a drawer, ms. */
const LIMITS = { dialog: 20_000, side: 10_000 } as const

/** Shown while the code of a dialog or drawer loads. It gives up after its time limit, so that it does not cover the screen forever. */
export function Loading({ what }: { what: keyof typeof LIMITS }) {
  const { t } = useTranslation()
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => {
      setIsOver(true)
      toast(t('ui.too_slow'), 'warning')
    }, LIMITS[what])
    return () => clearTimeout(timer)
  }, [what, t])
  return (
    <LoadingOverlay
      visible={!isOver}
      pos="fixed"
      overlayProps={{ backgroundOpacity: 0.3 }}
      loaderProps={{ type: 'dots', 'aria-label': t('ui.loading') }}
    />
  )
}
