import { ActionIcon, Button, CloseButton, Group, Stack, Text } from '@mantine/core'
import { IconRoute2 } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { Hint } from '#web/ui/Hint.tsx'
import { useTour } from './useTour.ts'

/** The specification's delay before the tour: two seconds to load and one to look, ms. */
const OFFER_AFTER_MS = 3000

/**
 * A tour of the layout for newcomers. Offered once per browser, at the end of the menu, where it covers nothing, until it is
 * answered or the page is left. Always available in the user menu and in the help.
 */
export function TourOffer({ isMini }: { isMini: boolean }) {
  const { t } = useTranslation()
  const { offer, setOffer, start } = useTour()
  const [isFirst] = useState(offer === 'none')
  const [isTime, setIsTime] = useState(false)
  useEffect(() => {
    if (!isFirst) return
    const timer = setTimeout(() => {
      setIsTime(true)
      setOffer('offered')
    }, OFFER_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isFirst, setOffer])
  if (!isFirst || !isTime || offer === 'answered') return null
  if (isMini) {
    return (
      <Hint label={t('help.tour.start')} position="right">
        <ActionIcon size="lg" variant="light" color="brand" aria-label={t('help.tour.start')} onClick={start}>
          <IconRoute2 size={20} />
        </ActionIcon>
      </Hint>
    )
  }
  return (
    <Stack gap={4} px="xs" pb="xs" role="status">
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{t('shell.tour_offer')}</Text>
        <CloseButton size="sm" aria-label={t('shell.tour_no')} onClick={() => setOffer('answered')} />
      </Group>
      <Button size="compact-sm" variant="light" onClick={start}>
        {t('help.tour.start')}
      </Button>
    </Stack>
  )
}
