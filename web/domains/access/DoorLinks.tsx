import { Anchor, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useEnvironment } from '#web/platform/useEnvironment.ts'

/** Where else one can go at the door. */
export function DoorLinks() {
  const { t } = useTranslation()
  const maySignUp = useEnvironment()?.sign_up === 1
  return (
    <Group justify="center" gap="lg">
      <Anchor component={Link} to="/session/forgot_password" size="sm">
        {t('security.forgotten.forgot_link')}
      </Anchor>
      {maySignUp && (
        <Anchor component={Link} to="/session/sign-up" size="sm">
          {t('security.sign_up.link')}
        </Anchor>
      )}
    </Group>
  )
}
