import { ActionIcon, Badge, Button, Divider, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import {
  IconBuilding,
  IconFilter,
  IconKey,
  IconPencil,
  IconPlus,
  IconTrash,
  type TablerIcon,
} from '@tabler/icons-react'
import { Fragment, useId, useState } from 'react'
import { isStaff } from '#core/platform/loginTypes.ts'
import { useMay, useUser } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useConfirm } from '#web/resources/useConfirm.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { AccountPermissions } from './AccountPermissions.tsx'
import { AssignAccount } from './AssignAccount.tsx'
import { LimitAccount } from './LimitAccount.tsx'
import { type UserAccount, useAccountChanges, useAccounts } from './useAccounts.ts'

type Open =
  | { what: 'assign'; account?: UserAccount }
  | { what: 'limit' | 'permissions'; account: UserAccount }

/** The companies of a user, their login type in each, and the devices they are limited to. */
export function UserAccounts({ userId }: { userId: string }) {
  const { t } = useTranslation()
  const heading = useId()
  const { mayChange } = useRights(userId)
  const { data, isError, error, refetch } = useAccounts(userId)
  const [open, setOpen] = useState<Open | null>(null)
  if (!data) return isError ? <ErrorState error={error} onRetry={refetch} /> : <Skeleton h={160} />
  return (
    <Paper p="md" component="section" aria-labelledby={heading}>
      <Group justify="space-between" gap="xs">
        <Title order={2} id={heading}>
          {t('security.accounts.title')}
        </Title>
        {mayChange && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setOpen({ what: 'assign' })}
          >
            {t('security.accounts.assign')}
          </Button>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {t('security.accounts.why')}
      </Text>
      {data.length === 0 && <EmptyState Icon={IconBuilding} title={t('security.accounts.none')} />}
      <Stack component="ul" gap="sm" mt="md" p={0} m={0} style={{ listStyle: 'none' }}>
        {data.map((account, index) => (
          <Fragment key={account.account_id}>
            {index > 0 && <Divider component="li" aria-hidden />}
            <AccountRow {...{ account, userId }} onOpen={setOpen} />
          </Fragment>
        ))}
      </Stack>
      {open && <Dialogs {...{ open, userId }} accounts={data} onClose={() => setOpen(null)} />}
    </Paper>
  )
}

/** Allowed actions of the current user on a user's accounts. */
function useRights(userId: string) {
  const may = useMay()
  const { user_id, login_type_id } = useUser()
  return {
    mayChange: may('users.update') && userId !== String(user_id),
    mayRead: isStaff(login_type_id) && may('permissions.read'),
  }
}

/** Removes an account after a confirmation. */
function useRemoval(userId: string) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const { unassign } = useAccountChanges(userId)
  return ({ company, company_id }: UserAccount) =>
    confirm({
      title: t('security.accounts.remove_sure', { company }),
      why: t('security.accounts.remove_why'),
      action: t('security.accounts.remove'),
      onConfirm: () => unassign.mutate(company_id),
    })
}

interface DialogsProps {
  open: Open
  accounts: readonly UserAccount[]
  userId: string
  onClose: () => void
}

function Dialogs({ open, accounts, userId, onClose }: DialogsProps) {
  /** The current version, not the one from when the dialog was opened: a conflict reads it again. */
  const opened = accounts.find(({ account_id }) => account_id === open.account?.account_id)
  return (
    <>
      {open.what === 'assign' && (
        <AssignAccount
          userId={userId}
          account={open.account}
          assigned={accounts.map(({ company_id }) => company_id)}
          onClose={onClose}
        />
      )}
      {open.what === 'permissions' && opened && (
        <AccountPermissions userId={userId} account={opened} onClose={onClose} />
      )}
      {open.what === 'limit' && opened && <LimitAccount userId={userId} account={opened} onClose={onClose} />}
    </>
  )
}

interface AccountActionsProps {
  account: UserAccount
  userId: string
  onOpen: (open: Open) => void
}

function AccountRow(props: AccountActionsProps) {
  return (
    <Group component="li" justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
      <Account account={props.account} />
      <AccountActions {...props} />
    </Group>
  )
}

function AccountActions({ account, userId, onOpen }: AccountActionsProps) {
  const { t } = useTranslation()
  const { mayChange, mayRead } = useRights(userId)
  const remove = useRemoval(userId)
  const { company } = account
  const mayMove = mayChange && account.is_home === 0
  if (!mayChange && !mayRead) return null
  return (
    <Group gap={4} wrap="nowrap" style={{ flex: 'none' }}>
      {mayRead && (
        <Action
          Icon={IconKey}
          label={t('security.permissions.at', { company })}
          onClick={() => onOpen({ what: 'permissions', account })}
        />
      )}
      {mayChange && (
        <Action
          Icon={IconFilter}
          label={t('security.accounts.limit_in', { company })}
          onClick={() => onOpen({ what: 'limit', account })}
        />
      )}
      {mayMove && (
        <>
          <Action
            Icon={IconPencil}
            label={t('security.accounts.change_in', { company })}
            onClick={() => onOpen({ what: 'assign', account })}
          />
          <Action
            Icon={IconTrash}
            label={t('security.accounts.remove_from', { company })}
            onClick={() => remove(account)}
          />
        </>
      )}
    </Group>
  )
}

interface ActionProps {
  Icon: TablerIcon
  label: string
  onClick: () => void
}

function Action({ Icon, label, onClick }: ActionProps) {
  return (
    <ActionIcon size="lg" aria-label={label} onClick={onClick}>
      <Icon size={18} />
    </ActionIcon>
  )
}

function Account({ account }: { account: UserAccount }) {
  const { t } = useTranslation()
  const { limit_devices, limit_tags } = account
  const isLimited = limit_devices.length + limit_tags.length > 0
  return (
    <Stack gap={4} style={{ minWidth: 0 }}>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {account.company}
        </Text>
        {account.is_home === 1 && (
          <Badge size="sm" variant="light">
            {t('security.accounts.home')}
          </Badge>
        )}
      </Group>
      <Text size="xs" c="dimmed">
        {t(`login_types.${account.login_type_id}`)}
      </Text>
      {isLimited ? (
        <>
          <Limits label={t('records.devices.label')} named={account.devices} count={limit_devices.length} />
          <Limits label={t('records.tags.label')} named={account.tags} count={limit_tags.length} />
        </>
      ) : (
        <Text size="xs" c="dimmed">
          {t('security.accounts.sees_all')}
        </Text>
      )}
    </Stack>
  )
}

const MAX_SHOWN = 6

function Limits({ label, named, count }: { label: string; named: UserAccount['tags']; count: number }) {
  const { t } = useTranslation()
  if (count === 0) return null
  const shown = named.slice(0, MAX_SHOWN)
  return (
    <Group gap={4}>
      <Text size="xs">{t('security.accounts.only', { label })}</Text>
      {shown.map(({ id, title }) => (
        <Badge key={id} size="sm" color="gray" variant="light" tt="none">
          {title}
        </Badge>
      ))}
      {count > shown.length && (
        <Text size="xs">{t('security.accounts.more', { count: count - shown.length })}</Text>
      )}
    </Group>
  )
}
