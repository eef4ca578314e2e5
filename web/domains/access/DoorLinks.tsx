import { Anchor, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

/** Where else one can go at the door. */
export function DoorLinks() {
  const { t } = useTranslation()
  return (
    <Group justify="center" gap="lg">
      <Anchor component={Link} to="/session/forgot_password" size="sm">
        {t('security.forgotten.forgot_link')}
      </Anchor>
    </Group>
  )
}
