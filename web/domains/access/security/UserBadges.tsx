import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { issueQr, revokeQr, revokeRfid } from '#core/domains/access/badgeCalls.ts'
import type { BadgeKind } from '#core/domains/access/badges.ts'
import { request } from '#web/platform/calls/request.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useConfirm } from '#web/resources/useConfirm.ts'
import { IssueRfid } from './IssueRfid.tsx'
import { QrBadge } from './QrBadge.tsx'
import { badgesKey, useBadges } from './useBadges.ts'

/** The RFID badge and QR code of a user: issue and revoke. */
export function UserBadges({ userId }: { userId: string }) {
  const { t } = useTranslation()
  const [isIssuingRfid, setIsIssuingRfid] = useState(false)
  const { revoke, issuing, code, forgetCode, renew } = useBadgeActions(userId)
  const { data } = useBadges(userId)
  if (!data) return null
  const { badges, may_change } = data
  return (
    <Paper p="md" component="section" aria-labelledby="badges">
      <Stack>
        <Stack gap={0}>
          <Title order={2} id="badges">
            {t('security.badges.title')}
          </Title>
          <Text size="sm">{t(may_change ? 'security.badges.why' : 'security.badges.higher')}</Text>
        </Stack>
        <BadgeRow kind="rfid" badge={badges.rfid} mayChange={may_change} revoke={revoke}>
          <Button variant="default" onClick={() => setIsIssuingRfid(true)}>
            {t('security.badges.issue_rfid')}
          </Button>
        </BadgeRow>
        <BadgeRow kind="qr" badge={badges.qr} mayChange={may_change} revoke={revoke}>
          <IssueQr replaces={badges.qr !== null} issuing={issuing} />
        </BadgeRow>
      </Stack>
      {isIssuingRfid && (
        <IssueRfid
          userId={userId}
          replaces={badges.rfid !== null}
          onClose={() => {
            setIsIssuingRfid(false)
            void renew()
          }}
        />
      )}
      {code && <QrBadge userId={userId} code={code} onClose={forgetCode} />}
    </Paper>
  )
}

/** Issues and revokes badges; a new QR code is shown once. */
function useBadgeActions(userId: string) {
  const client = useQueryClient()
  const [code, setCode] = useState<string | null>(null)
  const params = { user_id: userId }
  const onSuccess = () => client.invalidateQueries({ queryKey: badgesKey(userId) })
  const revoke = useMutation({
    mutationFn: (kind: BadgeKind) =>
      kind === 'rfid'
        ? request<typeof revokeRfid>('DELETE', '/users/:user_id/rfid', { params })
        : request<typeof revokeQr>('DELETE', '/users/:user_id/qr', { params }),
    onSuccess,
  })
  const issuing = useMutation({
    mutationFn: () => request<typeof issueQr>('POST', '/users/:user_id/qr', { params, body: {} }),
    onSuccess: ({ qr_code }) => {
      setCode(qr_code)
      return onSuccess()
    },
  })
  return { revoke, issuing, code, forgetCode: () => setCode(null), renew: onSuccess }
}

type BadgeActions = ReturnType<typeof useBadgeActions>

/** Issues a QR code; asks for confirmation if another one stops working. */
function IssueQr({ replaces, issuing }: Pick<BadgeActions, 'issuing'> & { replaces: boolean }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const title = t('security.badges.issue_qr')
  const issue = () => issuing.mutate()
  const ask = () => confirm({ title, why: t('security.badges.replace_why'), onConfirm: issue })
  return (
    <Button variant="default" loading={issuing.isPending} onClick={replaces ? ask : issue}>
      {title}
    </Button>
  )
}

interface BadgeRowProps extends Pick<BadgeActions, 'revoke'> {
  kind: BadgeKind
  badge: { issued_at: string } | null
  mayChange: boolean
  /** Issues another. */
  children: ReactNode
}

/** A badge with the actions for it. */
function BadgeRow({ kind, badge, mayChange, revoke, children }: BadgeRowProps) {
  const { t } = useTranslation()
  const { date } = useFormat()
  const confirm = useConfirm()
  const title = t(`security.badges.revoke_${kind}`)
  const ask = () =>
    confirm({ title, why: t('security.badges.revoke_why'), onConfirm: () => revoke.mutate(kind) })
  return (
    <Group justify="space-between">
      <Stack gap={0}>
        <Text fw={500}>{t(`security.badges.${kind}`)}</Text>
        <Text size="sm">
          {badge ? t('security.badges.since', { date: date(badge.issued_at) }) : t('security.badges.none')}
        </Text>
      </Stack>
      <Group gap="xs">
        {mayChange && badge && (
          <Button variant="default" loading={revoke.isPending} onClick={ask}>
            {title}
          </Button>
        )}
        {mayChange && children}
      </Group>
    </Group>
  )
}
