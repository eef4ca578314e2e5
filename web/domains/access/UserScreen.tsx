import { Group, Stack } from '@mantine/core'
import { useParams } from 'react-router'
import { users } from '#core/domains/access/users.ts'
import { isStaff } from '#core/platform/loginTypes.ts'
import { ActAsUser } from '#web/domains/access/ActAsUser.tsx'
import { UserAccounts } from '#web/domains/access/accounts/UserAccounts.tsx'
import { ApiKeysLink } from '#web/domains/access/apiKeys/ApiKeysLink.tsx'
import { ResetSecondFactor } from '#web/domains/access/security/ResetSecondFactor.tsx'
import { UserBadges } from '#web/domains/access/security/UserBadges.tsx'
import { useBadges } from '#web/domains/access/security/useBadges.ts'
import { useMay, useUser } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { RecordLock } from '#web/resources/record/recordKind.ts'
import { StandardRecord } from '#web/resources/record/StandardRecord.tsx'

/** Users cannot change their own rights or where they may sign in from. */
const OWN_RIGHTS = ['login_type_id', 'company_id', 'restrict_login_location', 'owner']

function lockOfUser({ isHigher, isSelf }: { isHigher: boolean; isSelf: boolean }): RecordLock | undefined {
  if (isHigher) return { why: 'security.user_higher', isPermanent: true }
  return isSelf ? { closed: OWN_RIGHTS } : undefined
}

/** One user; staff also see how they sign in. */
export function UserScreen() {
  const { id } = useParams()
  const { t } = useTranslation()
  const may = useMay()
  const { login_type_id, user_id, impersonated_by } = useUser()
  const mayUpdate = id !== undefined && may('users.update')
  const { data } = useBadges(id ?? '', mayUpdate)
  const isHigher = data?.may_change === false
  const mayActAs = isStaff(login_type_id) && may('users.impersonate') && impersonated_by === null
  return (
    <Stack gap="lg">
      <StandardRecord
        kind={users.name}
        listPath="/users"
        path="/user/:id?"
        lock={lockOfUser({ isHigher, isSelf: id === String(user_id) })}
      />
      {id !== undefined && <UserAccounts key={`accounts-${id}`} userId={id} />}
      {id !== undefined && (
        <Group>
          <ApiKeysLink userId={id} text={t('security.api_keys.of_user')} />
        </Group>
      )}
      {mayUpdate && <UserBadges key={`badges-${id}`} userId={id} />}
      {mayUpdate && isStaff(login_type_id) && (
        <ResetSecondFactor key={id} userId={id} mayReset={data?.may_change === true} />
      )}
      {id !== undefined && mayActAs && id !== String(user_id) && <ActAsUser key={`as-${id}`} userId={id} />}
    </Stack>
  )
}
