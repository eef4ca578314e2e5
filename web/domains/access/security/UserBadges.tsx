import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { issueQr, revokeQr, revokeRfid } from '#core/domains/access/badgeCalls.ts'
import type { BadgeKind } from '#core/domains/access/badges.ts'
import { request } from '#web/platform/calls/request.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useConfirm } from '#web/resources/useConfirm.ts'
import { IssueRfid } from './IssueRfid.tsx'
import { QrBadge } from './QrBadge.tsx'
import { badgesKey, useBadges } from './useBadges.ts'

/** The RFID badge and QR code of a user: issue and revoke. */
export function UserBadges({ userId }: { userId: string }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const [isIssuingRfid, setIsIssuingRfid] = useState(false)
  const { revoke, issuing, code, forgetCode, renew } = useBadgeActions(userId)
  const { data } = useBadges(userId)
  if (!data) return null
  const { badges, may_change } = data
  const issue = (kind: BadgeKind) => {
    if (kind === 'rfid') return setIsIssuingRfid(true)
    if (!badges.qr) return issuing.mutate()
    confirm({
      title: t('security.badges.issue_qr'),
      why: t('security.badges.replace_why'),
      onConfirm: () => issuing.mutate(),
    })
  }
  const ask = (kind: BadgeKind) =>
    confirm({
      title: t(`security.badges.revoke_${kind}`),
      why: t('security.badges.revoke_why'),
      onConfirm: () => revoke.mutate(kind),
    })
  return (
    <Paper p="md" component="section" aria-labelledby="badges">
      <Stack>
        <Stack gap={0}>
          <Title order={2} id="badges">
            {t('security.badges.title')}
          </Title>
          <Text size="sm">{t(may_change ? 'security.badges.why' : 'security.badges.higher')}</Text>
        </Stack>
        {(['rfid', 'qr'] as const).map((kind) => (
          <BadgeRow key={kind} kind={kind} issuedAt={badges[kind]?.issued_at}>
            {may_change && badges[kind] && (
              <Button variant="default" loading={revoke.isPending} onClick={() => ask(kind)}>
                {t(`security.badges.revoke_${kind}`)}
              </Button>
            )}
            {may_change && (
              <Button
                variant="default"
                loading={kind === 'qr' && issuing.isPending}
                onClick={() => issue(kind)}
              >
                {t(`security.badges.issue_${kind}`)}
              </Button>
            )}
          </BadgeRow>
        ))}
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

interface BadgeRowProps {
  kind: BadgeKind
  issuedAt: string | undefined
  children: ReactNode
}

/** A badge with the actions for it. */
function BadgeRow({ kind, issuedAt, children }: BadgeRowProps) {
  const { t } = useTranslation()
  const { date } = useFormat()
  return (
    <Group justify="space-between">
      <Stack gap={0}>
        <Text fw={500}>{t(`security.badges.${kind}`)}</Text>
        <Text size="sm">
          {issuedAt ? t('security.badges.since', { date: date(issuedAt) }) : t('security.badges.none')}
        </Text>
      </Stack>
      <Group gap="xs">{children}</Group>
    </Group>
  )
}
