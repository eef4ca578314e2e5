import { Button, Group, Text } from '@mantine/core'
import { type ComponentType, lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FailureBoundary } from './FailureBoundary.tsx'
import { isChunkFailure } from './isChunkFailure.ts'

/**
 * A part that is fetched when it is first shown. When it does not arrive, a message with "Try again" takes its place; what is around
 * it, and what was typed there, stays. Expects a `Suspense` around it.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const fetchPart = () => lazy(async () => ({ default: await load() }))
  let Loaded: ComponentType<P> = fetchPart() as unknown as ComponentType<P>
  return function Part(props: P) {
    const [attempt, setAttempt] = useState(0)
    const again = () => {
      // A part that failed once fails for ever.
      Loaded = fetchPart() as unknown as ComponentType<P>
      setAttempt(attempt + 1)
    }
    return (
      <FailureBoundary
        key={attempt}
        fallback={(failure) => {
          // Any other failure is one of the code: the boundary of the screen says so.
          if (!isChunkFailure(failure)) throw failure
          return <NotLoaded onAgain={again} />
        }}
      >
        <Loaded {...props} />
      </FailureBoundary>
    )
  }
}

/** Above everything else: a dialog, or something at the side, has no place of its own on the screen. */
const PLACE = { position: 'fixed', insetInline: 16, bottom: 16, zIndex: 400, maxWidth: 480 } as const

function NotLoaded({ onAgain }: { onAgain: () => void }) {
  const { t } = useTranslation()
  return (
    <Group role="alert" bg="urgent" c="white" p="sm" style={PLACE}>
      <Text size="sm">{t('failure.not_loaded')}</Text>
      <Button size="xs" variant="white" onClick={onAgain}>
        {t('resources.failure.again')}
      </Button>
    </Group>
  )
}
