import { Button, Code, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { versionText } from '#web/platform/build.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { FailureBoundary } from '#web/ui/FailureBoundary.tsx'
import { isChunkFailure } from '#web/ui/lazyPart.tsx'

interface PartErrorBoundaryProps {
  children: ReactNode
  /** The current address: a failed part is tried again at another address. */
  address?: string
}

/** Catches a failure inside, and shows what to do. */
export function PartErrorBoundary({ children, address }: PartErrorBoundaryProps) {
  return (
    <FailureBoundary
      address={address}
      onFailure={(failure) => {
        if (isChunkFailure(failure) && mayReloadItself()) window.location.reload()
      }}
      fallback={(failure) => <Failed failure={failure} />}
    >
      {children}
    </FailureBoundary>
  )
}

const RELOADED = 'ullage.reloaded'
const RELOAD_PAUSE_MS = 60_000

/** A reload fetches the newest parts. It is done once; after that, and with unsaved changes, the user decides. */
function mayReloadItself(): boolean {
  const last = Number(sessionStorage.getItem(RELOADED) ?? 0)
  if (!navigator.onLine || Date.now() - last < RELOAD_PAUSE_MS || hasUnsaved()) return false
  sessionStorage.setItem(RELOADED, String(Date.now()))
  return true
}

/** Whether a form would ask for confirmation before the page is left. */
function hasUnsaved(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}

function Failed({ failure }: { failure: unknown }) {
  const { t } = useTranslation()
  const isChunk = isChunkFailure(failure)
  return (
    <Stack align="flex-start" role="alert">
      <Title order={1}>{t(isChunk ? 'failure.not_loaded' : 'failure.broken')}</Title>
      <Text c="dimmed">{t(isChunk ? 'failure.not_loaded_why' : 'failure.broken_why')}</Text>
      {!isChunk && (
        <Code block maw="100%">
          {[String(failure), `${location.pathname} · ${versionText()}`].join('\n')}
        </Code>
      )}
      <Group>
        <Button onClick={() => window.location.reload()}>{t('failure.reload')}</Button>
        <Button variant="default" component="a" href="/dashboard">
          {t('failure.to_dashboard')}
        </Button>
      </Group>
    </Stack>
  )
}
