import { Button, Center, Progress, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

const STEP_EVERY = 400
const HALF = 50
/** Fast at first, slower towards an end that nobody knows. */
const STEPS = [5, 2] as const
const PATIENCE = 5_000
const LONGEST = 120_000

/**
 * Only while the code of a screen is on its way; what a screen waits for has skeletons of its own. Some seconds after
 * the bar is full it offers to begin anew. Code that has not come after two minutes does not come any more: the boundary
 * around it says so.
 */
export function ScreenLoading() {
  const { t } = useTranslation()
  const [progress, setProgress] = useState(0)
  const isFull = progress >= 100
  const isLate = useHasPassed(PATIENCE, isFull)
  const isTooLong = useHasPassed(LONGEST)
  useEffect(() => {
    if (isFull) return
    const timer = setInterval(
      () => setProgress((before) => Math.min(100, before + STEPS[before < HALF ? 0 : 1])),
      STEP_EVERY,
    )
    return () => clearInterval(timer)
  }, [isFull])
  if (isTooLong) throw new Error('ChunkLoadError: the code of this screen did not arrive within 120 s')
  // What comes at once needs no bar.
  if (progress === 0) return null
  return (
    <Center h="60vh" data-waiting>
      <Stack align="center" w={240}>
        <Progress value={progress} w="100%" aria-label={t('ui.loading')} />
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

/** Tells whether so many milliseconds have passed since it began to count. */
function useHasPassed(milliseconds: number, counts = true): boolean {
  const [hasPassed, setHasPassed] = useState(false)
  useEffect(() => {
    if (!counts) return
    const timer = setTimeout(() => setHasPassed(true), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds, counts])
  return hasPassed
}
