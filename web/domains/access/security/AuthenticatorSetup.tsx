import { Code, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { confirmTotp, offerTotp } from '#core/domains/access/signIn/secondFactorCalls.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { CallRefused } from '#web/platform/calls/api.ts'
import { request } from '#web/platform/calls/request.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { DialogForm } from '#web/resources/form/FormDialog.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { QrPicture } from '#web/ui/QrPicture.tsx'
import { ConfirmPasswordDialog } from './ConfirmPasswordDialog.tsx'

interface AppSetupProps {
  onDone: (codes: string[] | null) => void
  onClose: () => void
}

type Totp = ResponseOf<typeof offerTotp>['totp']

/** Sets up an authenticator app: password, QR code, first code. */
export function AuthenticatorSetup({ onDone, onClose }: AppSetupProps) {
  const { t } = useTranslation()
  const [totp, setTotp] = useState<Totp | null>(null)
  if (totp) return <ScanAndConfirm {...{ totp, onDone, onClose }} />
  return (
    <ConfirmPasswordDialog
      title={t('security.confirm')}
      action={t('security.next')}
      onClose={onClose}
      onConfirm={async (current_password) => {
        const response = await request<typeof offerTotp>('POST', '/me/second_factor/totp', {
          body: { current_password },
        })
        setTotp(response.totp)
      }}
    />
  )
}

function ScanAndConfirm({ totp, onDone, onClose }: AppSetupProps & { totp: Totp }) {
  const { t } = useTranslation()
  const { code, setCode, error, isBusy, submit } = useFirstCode(onDone)
  return (
    <Dialog onClose={onClose} title={t('security.two_factor.app_add')} closeOnClickOutside={false}>
      <DialogForm action={t('security.done')} loading={isBusy} onSubmit={submit} onCancel={onClose}>
        <Text size="sm">{t('security.two_factor.scan')}</Text>
        <QrPicture text={totp.uri} alt={t('security.two_factor.picture')} />
        <Text size="sm">{t('security.two_factor.by_hand')}</Text>
        <Code
          block
          dir="ltr"
          style={{ whiteSpace: 'pre-wrap', wordBreak: 'break-all' }}
          data-testid="totp-secret"
        >
          {totp.secret.replace(/(.{4})(?=.)/g, '$1 ')}
        </Code>
        <TextInput
          data-autofocus
          label={t('security.two_factor.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          value={code}
          error={error}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      </DialogForm>
    </Dialog>
  )
}

/** The first code of the app, which proves that it is set up. */
function useFirstCode(onDone: AppSetupProps['onDone']) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const [error, setError] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const submit = async () => {
    setIsBusy(true)
    try {
      const path = '/me/second_factor/totp/confirm'
      const response = await request<typeof confirmTotp>('POST', path, { body: { code } })
      onDone(response.recovery_codes)
    } catch (failure) {
      const message = failure instanceof CallRefused ? failure.body.errors?.[0]?.message : undefined
      setError(message ?? t('ui.error.unreachable'))
      setIsBusy(false)
    }
  }
  const change = (typed: string) => {
    setCode(typed)
    setError('')
  }
  return { code, setCode: change, error, isBusy, submit }
}
