import { Button, Checkbox, Stack, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SignaturePad, type SignatureSource } from '../SignaturePad.tsx'
import styles from './MyDay.module.css'
import type { StepProps } from './stepProps.ts'

/** Name and signature of who received it, for each stop; or that nobody was there. It closes the stop. */
export function SignForm({ tell }: Pick<StepProps, 'stop' | 'tell'>) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [isDrawn, setIsDrawn] = useState(false)
  const [isAbsent, setIsAbsent] = useState(false)
  const source = useRef<SignatureSource>(null)
  const isWhole = isAbsent || (name.trim() !== '' && isDrawn)
  const sign = () => {
    const signature = isAbsent ? null : (source.current?.read() ?? null)
    void tell(
      ['signed', { name: isAbsent ? '' : name.trim(), signature, latitude: null, longitude: null }],
      ['closed', {}],
    )
  }
  return (
    <Stack>
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
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <SignaturePad ref={source} name={name} error={undefined} onChange={setIsDrawn} />
        </>
      )}
      <div className={styles.bottom}>
        <Button className={styles.main} disabled={!isWhole} onClick={sign}>
          {t('shipments.driver.sign')}
        </Button>
      </div>
    </Stack>
  )
}
