import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { CallRefused } from '#web/platform/calls/api.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { AnyRecord } from '#web/resources/useRecords.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { type ContactType, nameOf } from './contactTypes.ts'
import { useRemoveContact } from './useContacts.ts'

interface RemoveContactDialogProps {
  sort: ContactType
  owner: string
  contact: AnyRecord
  /** The remaining ones. */
  others: readonly AnyRecord[]
  onClose: () => void
}

/** Confirms deleting a contact; for the primary one, also asks which of the others replaces it. */
export function RemoveContactDialog({ sort, owner, contact, others, onClose }: RemoveContactDialogProps) {
  const { t } = useTranslation()
  const { id } = sort.resource
  const remove = useRemoveContact(sort, owner)
  const mustChoose = contact.prime === 1 && others.length > 0
  const [successor, setSuccessor] = useState<string | null>(
    mustChoose && others.length === 1 ? String(firstOf(others)[id]) : null,
  )
  const [wasTried, setWasTried] = useState(false)
  const refused = remove.error instanceof CallRefused ? remove.error.body.errors?.[0]?.message : undefined
  const removeIt = () => {
    setWasTried(true)
    if (mustChoose && successor === null) return
    remove.mutate({ id: contact[id], successor }, { onSuccess: onClose })
  }
  return (
    <Dialog onClose={onClose} title={t('resources.delete_sure', { what: nameOf(sort, contact) })}>
      <Stack>
        <Text size="sm">{t('resources.not_reversible')}</Text>
        {mustChoose && (
          <Successor
            {...{ sort, others }}
            value={successor}
            onChange={setSuccessor}
            error={refused ?? (wasTried && successor === null ? t('rules.required') : undefined)}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('resources.cancel')}
          </Button>
          <Button color="urgent" loading={remove.isPending} onClick={removeIt}>
            {t('resources.delete')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

interface SuccessorProps extends Pick<RemoveContactDialogProps, 'sort' | 'others'> {
  value: string | null
  error: string | undefined
  onChange: (value: string) => void
}

/** Which contact becomes the primary one. */
function Successor({ sort, others, value, error, onChange }: SuccessorProps) {
  const { t } = useTranslation()
  const { id } = sort.resource
  return (
    <Radio.Group
      label={t('resources.contacts.new_primary')}
      withAsterisk
      value={value}
      onChange={onChange}
      error={error}
    >
      <Stack gap="xs" mt="xs">
        {others.map((other) => (
          <Radio key={String(other[id])} value={String(other[id])} label={nameOf(sort, other)} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
