import { Button, Group, Paper, Text } from '@mantine/core'
import { IconKey, IconMapPin, IconPhone } from '@tabler/icons-react'
import { useTranslation } from '#web/platform/useTranslation.ts'
import styles from '../MyDay.module.css'
import { type DayStop, type DriverDayOnPhone, hasLeft } from '../useDriverDay.ts'
import { usePlaceText } from '../usePlaceText.ts'

interface PlaceFactsProps {
  stop: DayStop
  phone: DriverDayOnPhone
}

/** Facts for reaching a tank: directions, hours, and contacts. */
export function PlaceFacts({ stop, phone }: PlaceFactsProps) {
  const { t } = useTranslation()
  const placeText = usePlaceText()
  const { site } = stop
  const facts = [
    site && (placeText.hours(stop) || t('shipments.driver.any_time')),
    placeText.distance(stop, phone.position),
  ].filter(Boolean)
  return (
    <>
      {facts.length > 0 && <Text fw={600}>{facts.join(' · ')}</Text>}
      {site?.access_notes && <Text className={styles.notes}>{site.access_notes}</Text>}
      <Ways stop={stop} />
    </>
  )
}

/** Stored on this phone from "ready for the road" to the end of the round. */
export function GateCode({ stop, phone }: PlaceFactsProps) {
  const { t } = useTranslation()
  if (!stop.site?.gate_code_version || stop.state.isClosed) return null
  const code = phone.gateCodes.find(({ stop_id }) => stop_id === stop.stop_id)
  const action = t(`shipments.driver.${hasLeft(stop.round, phone.events) ? 'store_round' : 'get_ready'}`)
  return (
    <Paper p="sm" withBorder component="section" aria-label={t('shipments.driver.gate_code')}>
      <Text>
        <IconKey size={18} aria-hidden /> {t('shipments.driver.gate_code')}
      </Text>
      {code?.gate_code ? (
        <Text className={styles.figure} ff="monospace" component="bdi" dir="ltr">
          {code.gate_code}
        </Text>
      ) : (
        <Text>
          {code ? t('shipments.driver.gate_code_lost') : t('shipments.driver.gate_code_later', { action })}
        </Text>
      )}
    </Paper>
  )
}

/** Directions and contacts. */
export function Ways({
  stop: { latitude, longitude, address, place, phone, site },
}: Pick<PlaceFactsProps, 'stop'>) {
  const { t } = useTranslation()
  const label = encodeURIComponent(address || place)
  const geo =
    latitude !== null && longitude !== null
      ? `geo:${latitude},${longitude}?q=${latitude},${longitude}(${label})`
      : `geo:0,0?q=${label}`
  const called = site?.contact_phone ?? phone
  return (
    <Group grow preventGrowOverflow={false}>
      <Button
        component="a"
        href={geo}
        variant="default"
        size="md"
        className={styles.action}
        leftSection={<IconMapPin size={20} aria-hidden />}
      >
        {t('shipments.driver.navigate')}
      </Button>
      {called && (
        <Button
          component="a"
          href={`tel:${called}`}
          variant="default"
          size="md"
          className={styles.action}
          leftSection={<IconPhone size={20} aria-hidden />}
        >
          {site?.contact_phone && site.contact_name
            ? t('shipments.driver.call_contact', { name: site.contact_name })
            : t('shipments.driver.call')}
        </Button>
      )}
    </Group>
  )
}
