import { Button, Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SignaturePad, type SignatureSource } from '../SignaturePad.tsx'
import { BottomBar } from './BottomBar.tsx'
import styles from './MyDay.module.css'
import type { StepProps } from './stepProps.ts'

/** A phone that lies on its side: the paper then takes all of its screen. */
const LANDSCAPE = '(orientation: landscape) and (max-height: 31rem)'

/** Name and signature of who received it, for each stop; or that nobody was there. It closes the stop. */
export function SignForm({ tell }: Pick<StepProps, 'stop' | 'tell'>) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [isDrawn, setIsDrawn] = useState(false)
  const [isAbsent, setIsAbsent] = useState(false)
  const source = useRef<SignatureSource>(null)
  const paper = useRef<HTMLDivElement>(null)
  const isWhole = isAbsent || (name.trim() !== '' && isDrawn)
  const sign = () => {
    const signature = isAbsent ? null : (source.current?.read() ?? null)
    void tell(
      ['signed', { name: isAbsent ? '' : name.trim(), signature, latitude: null, longitude: null }],
      ['closed', {}],
    )
  }
  const isTurned = useMediaQuery(LANDSCAPE)
  return (
    <Stack className={styles.signing} data-is-turned={isTurned || undefined}>
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
            // The keys go, and the paper is seen.
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
