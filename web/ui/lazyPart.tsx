import { Button, Group, Text } from '@mantine/core'
import { type ComponentType, lazy, useState } from 'react'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { FailureBoundary } from './FailureBoundary.tsx'

/** Whether a part of the client failed to load: most often because a release removed it under an open page. */
export function isChunkFailure(failure: unknown): boolean {
  return /dynamically imported module|importing a module script|preload css|ChunkLoadError/i.test(
    String(failure),
  )
}

/**
 * A part that is fetched when it is first shown. If it fails to load, a message with "Try again" replaces it; the content around
 * it, including input, stays. Needs a `Suspense` around it.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const fetchPart = () => lazy(async () => ({ default: await load() }))
  let Loaded: ComponentType<P> = fetchPart()
  return function Part(props: P) {
    const [attempt, setAttempt] = useState(0)
    const again = () => {
      // A failed lazy component fails forever, so a new one is created.
      Loaded = fetchPart()
      setAttempt(attempt + 1)
    }
    return (
      <FailureBoundary
        key={attempt}
        fallback={(failure) => {
          // Any other failure is a bug: the boundary of the screen reports it.
          if (!isChunkFailure(failure)) throw failure
          return <NotLoaded onAgain={again} />
        }}
      >
        <Loaded {...props} />
      </FailureBoundary>
    )
  }
}

/** Fixed above everything else: a dialog or drawer has no place in the layout. */
const NOTICE_STYLE = { position: 'fixed', insetInline: 16, bottom: 16, zIndex: 400, maxWidth: 480 } as const

function NotLoaded({ onAgain }: { onAgain: () => void }) {
  const { t } = useTranslation()
  return (
    <Group role="alert" bg="urgent" c="white" p="sm" style={NOTICE_STYLE}>
      <Text size="sm">{t('failure.not_loaded')}</Text>
      <Button size="xs" variant="white" onClick={onAgain}>
        {t('resources.failure.again')}
      </Button>
    </Group>
  )
}
