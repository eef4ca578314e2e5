import { Button, Code, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { invite as invitePerson } from '#core/domains/access/invitationCalls.ts'
import { isStaff, type LoginType } from '#core/platform/loginTypes.ts'
import { firstChoice, useLoginTypeChoices } from '#web/domains/access/useLoginTypeChoices.ts'
import { copyText } from '#web/platform/copyText.ts'
import { request } from '#web/platform/request.ts'
import { useMay, useUser } from '#web/platform/session.tsx'
import { DialogButtons } from '#web/resources/form/DialogButtons.tsx'

/** Invites a person to sign in; the link is shown once, to be handed over. */
export function InviteButton({ record }: { record: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation()
  const may = useMay()
  const { login_type_id: mine } = useUser()
  const [isOpen, setIsOpen] = useState(false)
  if (!isStaff(mine) || !may('users.create')) return null
  return (
    <Group>
      <Button
        variant="default"
        leftSection={<IconMailForward size={18} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        {t('security.invite.action')}
      </Button>
      {isOpen && <InviteDialog people_id={Number(record['people_id'])} onClose={() => setIsOpen(false)} />}
    </Group>
  )
}

function InviteDialog({ people_id, onClose }: { people_id: number; onClose: () => void }) {
  const { t } = useTranslation()
  const choices = useLoginTypeChoices()
  const [loginType, setLoginType] = useState(firstChoice(choices))
  const invite = useMutation({
    mutationFn: async () =>
      (
        await request<typeof invitePerson>('POST', '/people/:people_id/invite', {
          params: { people_id },
          body: { login_type_id: loginType ?? 'customer' },
        })
      ).invite,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    invite.mutate()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('security.invite.action')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {invite.data ? (
        <Stack>
          <Text size="sm">
            {invite.data.receiver
              ? t('security.invite.mailed', { receiver: invite.data.receiver })
              : t('security.invite.not_mailed')}
          </Text>
          <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
            {invite.data.link}
          </Code>
          <Text size="sm">{t('security.invite.once')}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => void copyText(invite.data.link)}>
              {t('security.copy')}
            </Button>
            <Button onClick={onClose}>{t('security.done')}</Button>
          </Group>
        </Stack>
      ) : (
        <form onSubmit={submit}>
          <Stack>
            <NativeSelect
              label={t('records.users.fields.login_type_id')}
              value={loginType ?? ''}
              data={choices}
              onChange={(event) => setLoginType(event.currentTarget.value as LoginType)}
            />
            <Text size="sm">{t('security.invite.why')}</Text>
            <DialogButtons onCancel={onClose} loading={invite.isPending}>
              {t('security.invite.make')}
            </DialogButtons>
          </Stack>
        </form>
      )}
    </Modal>
  )
}
