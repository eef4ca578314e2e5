import { Badge, Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { listOwnAccounts } from '#core/domains/access/accountCalls.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { reading } from '#web/platform/calls/request.ts'
import { useUser } from '#web/platform/session/session.tsx'
import { switchOrganisation } from '#web/platform/session/signingIn.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'

/** The organisations of the user, and the switch between them. */
export function OrganisationsScreen() {
  const { t } = useTranslation()
  const { impersonated_by } = useUser()
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['users', 'own_accounts'],
    queryFn: reading<typeof listOwnAccounts>('/me/accounts'),
    select: ({ accounts }) => accounts,
  })
  const change = useMutation({ mutationFn: switchOrganisation })
  return (
    <Stack>
      <div>
        <Title order={1}>{t('security.organisations.title')}</Title>
        <Text size="sm" c="dimmed">
          {t('security.organisations.why')}
        </Text>
      </div>
      {isError && !data && <ErrorState error={error} onRetry={refetch} />}
      {!data && !isError && <Skeleton h={160} maw="var(--ullage-narrow)" />}
      {data && (
        <Stack component="ul" gap="sm" p={0} m={0} maw="var(--ullage-narrow)" style={{ listStyle: 'none' }}>
          {data.map((account) => (
            <OrganisationRow
              key={account.company_id}
              account={account}
              mayChange={impersonated_by === null}
              isChanging={change.isPending && change.variables === account.company_id}
              onChange={() => change.mutate(account.company_id)}
            />
          ))}
        </Stack>
      )}
    </Stack>
  )
}

interface OrganisationRowProps {
  account: ResponseOf<typeof listOwnAccounts>['accounts'][number]
  mayChange: boolean
  isChanging: boolean
  onChange: () => void
}

function OrganisationRow({ account, mayChange, isChanging, onChange }: OrganisationRowProps) {
  const { t } = useTranslation()
  const { company, login_type_id, is_home, is_current } = account
  return (
    <Paper component="li" p="md">
      <Group justify="space-between">
        <Stack gap={2}>
          <Group gap="xs">
            <Text fw={600}>{company}</Text>
            {is_home === 1 && (
              <Badge size="sm" variant="light" color="gray">
                {t('security.accounts.home')}
              </Badge>
            )}
          </Group>
          <Text size="sm" c="dimmed">
            {t(`login_types.${login_type_id}`)}
          </Text>
        </Stack>
        {is_current === 1 ? (
          <Badge variant="light">{t('security.organisations.current')}</Badge>
        ) : (
          mayChange && (
            <Button
              variant="default"
              loading={isChanging}
              onClick={onChange}
              aria-label={t('security.organisations.switch_to', { company })}
            >
              {t('security.organisations.switch')}
            </Button>
          )
        )}
      </Group>
    </Paper>
  )
}
