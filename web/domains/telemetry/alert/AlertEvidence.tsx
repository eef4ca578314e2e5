import { Button, Collapse, Skeleton, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Suspense } from 'react'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { lazyPart } from '#web/ui/lazyPart.tsx'
import type { AlertRow } from './AlertRow.ts'

const EvidenceShown = lazyPart(() => import('./EvidenceShown.tsx').then((m) => m.EvidenceShown))

/** The evidence of an alert, loaded on demand. */
export function AlertEvidence({ alert }: { alert: AlertRow }) {
  const { t } = useTranslation()
  const [isShown, { toggle }] = useDisclosure()
  return (
    <Stack gap={4} align="flex-start">
      <Button size="compact-xs" variant="subtle" onClick={toggle} aria-expanded={isShown}>
        {t('alerts.evidence.show')}
      </Button>
      <Collapse expanded={isShown} w="100%">
        {isShown && (
          <Suspense fallback={<Skeleton h={80} />}>
            <EvidenceShown alert={alert} />
          </Suspense>
        )}
      </Collapse>
    </Stack>
  )
}
