import { ActionIcon, Button, CloseButton, Group, Stack, Text, Tooltip } from '@mantine/core'
import { IconRoute2 } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePersistedState } from '#web/platform/usePersistedState.ts'

/** The specification's pause before the tour: two seconds to load, one more to look. */
const AFTER = 3000

/** Whether the tour was offered on this browser, and answered: by taking it, from wherever, or by declining it. */
type Offer = 'offered' | 'answered' | 'none'

interface Tour {
  offer: Offer
  setOffer: (offer: Offer) => void
  /** Leads round the layout; it is then not offered any more. */
  start: () => void
}

export function useTour(): Tour {
  const [offer, setOffer] = usePersistedState<Offer>('tour', 'none')
  const start = () => {
    setOffer('answered')
    void import('#web/domains/help/startTour.ts').then((m) => m.startTour())
  }
  return { offer, setOffer, start }
}

/**
 * Leads a newcomer round the layout: offered once on each browser, at the end of the menu, where it lies over nothing, until it is
 * answered or the page is left; and always there in the user menu and in the help.
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
    }, AFTER)
    return () => clearTimeout(timer)
  }, [isFirst, setOffer])
  if (!isFirst || !isTime || offer === 'answered') return null
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
        <CloseButton size="sm" aria-label={t('shell.tour_no')} onClick={() => setOffer('answered')} />
      </Group>
      <Button size="compact-sm" variant="light" onClick={start}>
        {t('help.tour.start')}
      </Button>
    </Stack>
  )
}
