import { Button, Group, Text } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import { useState } from 'react'
import type { people } from '#core/domains/people/people.ts'
import { firstChoice, useLoginTypeChoices } from '#web/domains/access/rights/useLoginTypeChoices.ts'
import { useMay, useUser } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { DialogForm } from '#web/resources/form/FormDialog.tsx'
import { ChoiceSelect } from '#web/resources/form/selects/ChoiceSelect.tsx'
import type { ShownRecord } from '#web/resources/recordIn.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { InvitationSent } from './InvitationSent.tsx'
import { useSendInvitation } from './useSendInvitation.ts'

/** Invites a person to sign in; the link is shown once, to be handed over. */
export function InviteButton({ record }: { record: ShownRecord<typeof people> }) {
  const { t } = useTranslation()
  const may = useMay()
  const { may_give = [] } = useUser()
  const [isOpen, setIsOpen] = useState(false)
  if (!may('users.create') || may_give.length === 0) return null
  return (
    <Group>
      <Button
        variant="default"
        leftSection={<IconMailForward size={18} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        {t('security.invite.action')}
      </Button>
      {isOpen && <InviteDialog people_id={Number(record.people_id)} onClose={() => setIsOpen(false)} />}
    </Group>
  )
}

function InviteDialog({ people_id, onClose }: { people_id: number; onClose: () => void }) {
  const { t } = useTranslation()
  const choices = useLoginTypeChoices()
  const [loginType, setLoginType] = useState(firstChoice(choices))
  const invite = useSendInvitation(people_id)
  return (
    <Dialog onClose={onClose} title={t('security.invite.action')}>
      {invite.data ? (
        <InvitationSent invite={invite.data} onClose={onClose} />
      ) : (
        <DialogForm
          action={t('security.invite.make')}
          loading={invite.isPending}
          onSubmit={() => invite.mutate(loginType ?? 'customer')}
          onCancel={onClose}
        >
          <ChoiceSelect
            label={t('records.users.fields.login_type_id')}
            value={loginType}
            data={choices}
            onChange={setLoginType}
          />
          <Text size="sm">{t('security.invite.why')}</Text>
        </DialogForm>
      )}
    </Dialog>
  )
}
