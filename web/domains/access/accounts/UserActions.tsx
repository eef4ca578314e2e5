import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { useMay } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { ApiKeysLink } from '../apiKeys/ApiKeysLink.tsx'
import { InvitePerson } from './InvitePerson.tsx'

export { PendingInvitations } from './PendingInvitations.tsx'

/** Lists that belong to users. Two of these lists are in the configuration; users without it find them here. */
export function UserActions() {
  const { t } = useTranslation()
  const hasConfiguration = useMay()('configuration.read')
  const paths = hasConfiguration ? ['webhooks'] : ['on_call_shifts', 'webhooks', 'identity_providers']
  return (
    <>
      <InvitePerson isMain />
      <ApiKeysLink text={t('records.api_keys.label')} />
      {paths.map((path) => (
        <Button key={path} variant="default" component={Link} to={`/${path}`}>
          {t(`records.${path}.label`)}
        </Button>
      ))}
    </>
  )
}
