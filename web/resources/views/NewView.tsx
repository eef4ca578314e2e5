import { Switch, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { isStaff } from '#core/platform/loginTypes.ts'
import { CallRefused } from '#web/platform/calls/api.ts'
import { useUser } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { FormDialog } from '#web/resources/form/FormDialog.tsx'
import type { SavedViews } from './useSavedViews.ts'

/** Saves the current list as a view with a name. */
export function NewView({ saved, onClose }: { saved: SavedViews; onClose: () => void }) {
  const { t } = useTranslation()
  const user = useUser()
  const [name, setName] = useState('')
  const [isShared, setIsShared] = useState(false)
  const { save, now, open } = saved
  const problem = save.error instanceof CallRefused ? save.error.body.errors?.[0]?.message : undefined
  const keep = () =>
    save.mutate(
      { name: name.trim(), is_shared: isShared ? 1 : 0, state: now },
      {
        onSuccess: ({ saved_view }) => {
          open(saved_view)
          onClose()
        },
      },
    )
  return (
    <FormDialog
      title={t('resources.keep_view')}
      action={t('resources.save')}
      loading={save.isPending}
      disabled={!name.trim()}
      onSubmit={() => name.trim() && keep()}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {t('resources.keep_view_help')}
      </Text>
      <TextInput
        data-autofocus
        label={t('resources.view_name')}
        maxLength={65}
        value={name}
        error={problem}
        onChange={(event) => {
          setName(event.currentTarget.value)
          save.reset()
        }}
      />
      {isStaff(user.login_type_id) && (
        <Switch
          label={t('resources.share_view', { company: user.company })}
          checked={isShared}
          onChange={(event) => setIsShared(event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  )
}
