import { Alert, Button, Stack, Text } from '@mantine/core'
import { signOut } from '#web/platform/session/signingIn.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { DriverDayOnPhone } from './useDriverDay.ts'

/** Warns at sign-out if some data is stored only on this phone. */
export function SignOutRefused({ phone, onStay }: { phone: DriverDayOnPhone; onStay: () => void }) {
  const { t } = useTranslation()
  return (
    <Alert
      color="mild"
      variant="outline"
      mb="md"
      title={t('shipments.driver.sign_out_refused')}
      role="alertdialog"
    >
      <Stack gap="sm">
        <Text>{t('shipments.driver.sign_out_why', { count: phone.unsent })}</Text>
        <Button size="md" loading={phone.isSending} onClick={() => void phone.sendNow()}>
          {t('shipments.driver.send')}
        </Button>
        <Button size="md" variant="default" onClick={onStay}>
          {t('shipments.driver.stay')}
        </Button>
        <Button
          size="md"
          variant="subtle"
          color="urgent"
          onClick={() => void signOut({ leavesUnsent: true })}
        >
          {t('shipments.driver.leave_unsent')}
        </Button>
      </Stack>
    </Alert>
  )
}
