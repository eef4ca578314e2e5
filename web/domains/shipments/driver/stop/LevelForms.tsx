import { Alert, Button, Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { IconAlertOctagon, IconQrcode } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { isAboveMaxFill } from '#core/domains/shipments/driver/measuredIssue.ts'
import { LIQUEFIED_GAS } from '#core/domains/tanks/correctedGroups.ts'
import { maxFill } from '#core/domains/tanks/room.ts'
import { useUser } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { LazyScanDialog } from '#web/resources/scan/LazyScanDialog.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { BottomBar } from '../BottomBar.tsx'
import styles from '../MyDay.module.css'
import { StepForm } from './StepForm.tsx'
import type { StepProps } from './stepProps.ts'

const percentOf = (value: string) => (value === '' ? null : Number(value))
/** Whether the server accepts a gauge value: empty, or a percentage. */
const isGauge = (value: string) => value === '' || (Number(value) >= 0 && Number(value) <= MAX_PERCENT)
const MAX_PERCENT = 120

/** Checks tank and product, by the tank's label or by eye, and records the gauge before filling. */
export function BeforeForm({ load, record }: StepProps) {
  const { t } = useTranslation()
  const [scanned, setScanned] = useState<string>()
  const [percent, setPercent] = useState('')
  const [isInterrupted, setIsInterrupted] = useState(false)
  const { public_id, shipment_detail_id, product_group } = load
  const isRight = scanned !== undefined && public_id !== null && scanned.includes(public_id)
  const checked: 'scanned' | 'by_hand' = isRight ? 'scanned' : 'by_hand'
  const body = {
    ...{ shipment_detail_id, checked, percent: percentOf(percent), is_interrupted: isInterrupted },
  }
  return (
    <StepForm
      label={t(isRight || !public_id ? 'shipments.driver.begin' : 'shipments.driver.begin_by_hand')}
      isWhole={(scanned === undefined || isRight) && isGauge(percent)}
      onDone={() => void record(['before', body])}
    >
      <Text fw={700}>{t('shipments.driver.check_tank', { product: load.product_title })}</Text>
      {public_id && <ScanLabel public_id={public_id} onScanned={setScanned} />}
      {scanned !== undefined && !isRight && <WrongTank scanned={scanned} id={public_id} />}
      {isRight && <Text fw={700}>{t('shipments.driver.right_tank')}</Text>}
      <NumberField
        size="lg"
        label={t('shipments.driver.level_before')}
        suffix=" %"
        value={percent}
        onChange={setPercent}
      />
      {product_group === LIQUEFIED_GAS && (
        <Checkbox
          size="lg"
          label={t('shipments.driver.interrupted')}
          checked={isInterrupted}
          onChange={({ currentTarget }) => setIsInterrupted(currentTarget.checked)}
        />
      )}
    </StepForm>
  )
}

function WrongTank(tanks: { scanned: string; id: string | null }) {
  const { t } = useTranslation()
  const title = t('shipments.driver.wrong_tank')
  return (
    <Alert color="urgent" variant="filled" icon={<IconAlertOctagon />} title={title} role="alert">
      {t('shipments.driver.wrong_tank_why', tanks)}
    </Alert>
  )
}

function ScanLabel({ public_id, onScanned }: { public_id: string; onScanned: (text: string) => void }) {
  const { t } = useTranslation()
  const [isScanning, setIsScanning] = useState(false)
  return (
    <>
      <Button
        variant="default"
        size="md"
        className={styles.action}
        leftSection={<IconQrcode size={22} aria-hidden />}
        onClick={() => setIsScanning(true)}
      >
        {t('shipments.driver.scan', { id: public_id })}
      </Button>
      {isScanning && (
        <Suspense fallback={null}>
          <LazyScanDialog
            kind="part_number"
            title={t('shipments.driver.scan_title')}
            onScan={(text) => {
              onScanned(text)
              setIsScanning(false)
            }}
            onClose={() => setIsScanning(false)}
          />
        </Suspense>
      )}
    </>
  )
}

/** The gauge after filling. */
export function AfterForm({ load, record }: StepProps) {
  const { t } = useTranslation()
  const [percent, setPercent] = useState('')
  const { product_group, product_max_fill = null, tank_max_fill = null } = load
  const rule = { product_group, product_max_fill, tank_max_fill }
  return (
    <StepForm
      label={t('shipments.driver.save_level')}
      isWhole={isGauge(percent)}
      isTypedFirst
      onDone={() =>
        void record(['after', { shipment_detail_id: load.shipment_detail_id, percent: percentOf(percent) }])
      }
    >
      <NumberField
        size="lg"
        label={t('shipments.driver.level_after')}
        error={
          isAboveMaxFill(percentOf(percent), rule) &&
          t('shipments.driver.above_max_fill', { limit: maxFill(rule) })
        }
        suffix=" %"
        value={percent}
        onChange={setPercent}
      />
    </StepForm>
  )
}

/** The leak check of a gas tank that was empty: passed by a qualified person, or closed, locked and tagged. */
export function LeakCheckForm({ record }: Pick<StepProps, 'record'>) {
  const { t } = useTranslation()
  const { first_name, last_name } = useUser()
  const [by, setBy] = useState([first_name, last_name].filter(Boolean).join(' '))
  const submit = (result: 'passed' | 'locked') => void record(['leak_check', { result, by: by.trim() }])
  return (
    <Stack>
      <Alert
        color="urgent"
        variant="outline"
        icon={<IconAlertOctagon />}
        title={t('shipments.driver.leak_check')}
      >
        {t('shipments.driver.leak_check_why')}
      </Alert>
      <TextInput
        size="lg"
        label={t('shipments.driver.checked_by')}
        maxLength={100}
        value={by}
        onChange={({ currentTarget }) => setBy(currentTarget.value)}
      />
      <Button
        variant="default"
        size="lg"
        h="auto"
        py="sm"
        disabled={!by.trim()}
        onClick={() => submit('locked')}
      >
        {t('shipments.driver.locked')}
      </Button>
      <BottomBar>
        <Button className={styles.main} disabled={!by.trim()} onClick={() => submit('passed')}>
          {t('shipments.driver.passed')}
        </Button>
      </BottomBar>
    </Stack>
  )
}
