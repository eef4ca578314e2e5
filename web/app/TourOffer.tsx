import { ActionIcon, Button, CloseButton, Group, Stack, Text, Tooltip } from '@mantine/core'
import { IconRoute2 } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePersistedState } from '#web/platform/usePersistedState.ts'

/** The specification's pause before the tour: two seconds to load, one more to look. */
const AFTER = 3000

/**
 * Leads a newcomer round the layout: offered once on each browser, at the end of the menu, where it lies over nothing;
 * and always there in the user menu and in the help.
 */
export function TourOffer({ isMini }: { isMini: boolean }) {
  const { t } = useTranslation()
  const [isKnown, setIsKnown] = usePersistedState('tour', false)
  const [isTime, setIsTime] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsTime(true), AFTER)
    return () => clearTimeout(timer)
  }, [])
  if (isKnown || !isTime) return null
  const start = () => {
    setIsKnown(true)
    void showTour()
  }
  if (isMini) {
    return (
      <Tooltip label={t('help.tour.start')} position="right">
        <ActionIcon size="lg" variant="light" color="brand" aria-label={t('help.tour.start')} onClick={start}>
          <IconRoute2 size={20} />
        </ActionIcon>
      </Tooltip>
    )
  }
  return (
    <Stack gap={4} px="xs" pb="xs" role="status">
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{t('shell.tour_offer')}</Text>
        <CloseButton size="sm" aria-label={t('shell.tour_no')} onClick={() => setIsKnown(true)} />
      </Group>
      <Button size="compact-sm" variant="light" onClick={start}>
        {t('help.tour.start')}
      </Button>
    </Stack>
  )
}

export async function showTour(): Promise<void> {
  const { startTour } = await import('#web/domains/help/startTour.ts')
  startTour()
}
