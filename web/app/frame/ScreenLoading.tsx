import { Button, Center, Progress, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from '#web/platform/useTranslation.ts'

const STEP_MS = 400
const HALF = 50
/** Percent after each step: fast at first, slower towards an unknown end. */
const STEPS = [5, 2] as const
const SLOW_AFTER_MS = 5_000
const TIMEOUT_MS = 120_000

/**
 * Shown only while the code of a screen loads; data has its own skeletons. Some seconds after the bar is full it offers to reload. Code
 * that has not arrived after two minutes is treated as failed: the error boundary around it reports it.
 */
export function ScreenLoading() {
  const { t } = useTranslation()
  const [progress, setProgress] = useState(0)
  const isFull = progress >= 100
  const isLate = useHasPassed(SLOW_AFTER_MS, isFull)
  const isTooLong = useHasPassed(TIMEOUT_MS)
  useEffect(() => {
    if (isFull) return
    const timer = setInterval(
      () => setProgress((before) => Math.min(100, before + STEPS[before < HALF ? 0 : 1])),
      STEP_MS,
    )
    return () => clearInterval(timer)
  }, [isFull])
  if (isTooLong) throw new Error('ChunkLoadError: the code of this screen did not arrive within 120 s')
  // Code that arrives at once needs no bar.
  if (progress === 0) return null
  return (
    <Center h="60vh" data-waiting>
      <Stack align="center" w={240}>
        {/* The texts may not be loaded yet. */}
        <Progress value={progress} w="100%" aria-label={t('ui.loading') || document.title} />
        {isLate && (
          <>
            <Text size="sm" role="status">
              {t('ui.too_slow')}
            </Text>
            <Button variant="default" onClick={() => window.location.reload()}>
              {t('ui.load_again')}
            </Button>
          </>
        )}
      </Stack>
    </Center>
  )
}

/** Whether this many milliseconds have passed since it began to count. */
function useHasPassed(milliseconds: number, counts = true): boolean {
  const [hasPassed, setHasPassed] = useState(false)
  useEffect(() => {
    if (!counts) return
    const timer = setTimeout(() => setHasPassed(true), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds, counts])
  return hasPassed
}
