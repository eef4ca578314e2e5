import { Button, Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { useMatches } from '#web/platform/useMatches.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { SignaturePad, type SignatureSource } from '../../SignaturePad.tsx'
import { BottomBar } from '../BottomBar.tsx'
import styles from '../MyDay.module.css'
import { useDoorInvoice } from '../money/useDoorInvoice.ts'
import { useLoadText } from '../useLoadText.ts'
import type { StepProps } from './stepProps.ts'

/** A phone in landscape: the paper then fills the screen. */
const LANDSCAPE = '(orientation: landscape) and (max-height: 31rem)'

/** The receiver's name and signature at each stop; or that no one was there. Closes the stop. */
export function SignForm({ stop, phone, record }: Omit<StepProps, 'load'>) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [isDrawn, setIsDrawn] = useState(false)
  const [isAbsent, setIsAbsent] = useState(false)
  const source = useRef<SignatureSource>(null)
  const paper = useRef<HTMLDivElement>(null)
  const isWhole = isAbsent || (name.trim() !== '' && isDrawn)
  const sign = () => {
    const signature = isAbsent ? null : (source.current?.read() ?? null)
    void record(
      ['signed', { name: isAbsent ? '' : name.trim(), signature, latitude: null, longitude: null }],
      ['closed', {}],
    )
  }
  const isTurned = useMatches(LANDSCAPE)
  return (
    <Stack className={styles.signing} data-is-turned={isTurned || undefined}>
      <Received stop={stop} phone={phone} />
      <Checkbox
        size="lg"
        label={t('shipments.driver.nobody')}
        checked={isAbsent}
        onChange={({ currentTarget }) => setIsAbsent(currentTarget.checked)}
      />
      {!isAbsent && (
        <>
          <TextInput
            size="lg"
            label={t('shipments.receiver')}
            maxLength={100}
            autoComplete="off"
            value={name}
            enterKeyHint="done"
            // Hides the keyboard, so that the paper is visible.
            onKeyDown={({ key, currentTarget }) => {
              if (key !== 'Enter') return
              currentTarget.blur()
              paper.current?.scrollIntoView({ block: 'nearest' })
            }}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <div ref={paper} className={styles.paper}>
            <SignaturePad ref={source} name={name} error={undefined} onChange={setIsDrawn} />
          </div>
          {!isTurned && <Text>{t('shipments.driver.turn')}</Text>}
        </>
      )}
      <BottomBar>
        <Button className={styles.main} disabled={!isWhole} onClick={sign}>
          {t('shipments.driver.sign')}
        </Button>
      </BottomBar>
    </Stack>
  )
}

/** Content of the signature: the metered quantity, and the amount if the customer pays on delivery. */
export function Received({ stop, phone }: Pick<StepProps, 'stop' | 'phone'>) {
  const { t } = useTranslation()
  const loadText = useLoadText()
  const invoice = useDoorInvoice(stop, phone.stops)
  return (
    <div>
      {stop.loads.map((load) => (
        <Text key={load.shipment_detail_id} className={styles.figure}>
          <bdi>{load.product_title}</bdi> · {loadText.metered(load, stop.state)}
        </Text>
      ))}
      {invoice && (
        <Text className={styles.figure}>
          {t('shipments.driver.invoice_total')} {invoice.total}
        </Text>
      )}
    </div>
  )
}
