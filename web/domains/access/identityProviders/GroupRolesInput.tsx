import { ActionIcon, Button, Fieldset, Group, Input, Stack, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { GroupRole } from '#core/domains/access/identity_providers.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { ChoiceSelect } from '#web/resources/form/selects/ChoiceSelect.tsx'
import type { FieldInputProps } from '#web/resources/record/recordKind.ts'
import { firstChoice, useLoginTypeChoices } from '../rights/useLoginTypeChoices.ts'

/** The login type of new users by the groups that the provider names. */
export function GroupRolesInput({ name, form, isReadOnly }: FieldInputProps) {
  const { t } = useTranslation()
  const choices = useLoginTypeChoices()
  // A form represents an empty value as an empty string.
  const rows = (form.values[name] || []) as readonly GroupRole[]
  const set = (next: readonly GroupRole[]) => form.set({ [name]: next.length === 0 ? null : next })
  return (
    <Fieldset
      variant="unstyled"
      legend={t('records.identity_providers.fields.group_roles')}
      disabled={isReadOnly}
      data-field={name}
    >
      <Input.Description mb="xs">{t('records.identity_providers.help.group_roles')}</Input.Description>
      <Stack gap="xs">
        {rows.map((row, index) => (
          <GroupRow
            key={index}
            {...{ row, isReadOnly }}
            number={index + 1}
            onChange={(part) => set(rows.with(index, { ...row, ...part }))}
            onRemove={() => set(rows.toSpliced(index, 1))}
          />
        ))}
        {!isReadOnly && (
          <Button
            variant="default"
            size="compact-sm"
            style={{ alignSelf: 'flex-start' }}
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => set([...rows, { group: '', login_type_id: firstChoice(choices) ?? 'customer' }])}
          >
            {t('security.identity_providers.add_group')}
          </Button>
        )}
      </Stack>
      {form.errors[name] && <Input.Error mt="xs">{form.errors[name]}</Input.Error>}
    </Fieldset>
  )
}

interface GroupRowProps {
  row: GroupRole
  number: number
  isReadOnly: boolean
  onChange: (part: Partial<GroupRole>) => void
  onRemove: () => void
}

function GroupRow({ row, number, isReadOnly, onChange, onRemove }: GroupRowProps) {
  const { t } = useTranslation()
  const choices = useLoginTypeChoices(row.login_type_id)
  return (
    <Group
      gap="xs"
      wrap="wrap"
      role="group"
      aria-label={t('security.identity_providers.group_row', { number })}
    >
      <TextInput
        aria-label={t('security.identity_providers.group')}
        placeholder={t('security.identity_providers.group')}
        style={{ flex: '1 1 12rem' }}
        spellCheck={false}
        value={row.group}
        onChange={(event) => onChange({ group: event.currentTarget.value })}
      />
      <ChoiceSelect
        aria-label={t('records.users.fields.login_type_id')}
        style={{ flex: '1 1 10rem' }}
        data={choices}
        value={row.login_type_id}
        onChange={(login_type_id) => onChange({ login_type_id })}
      />
      {!isReadOnly && (
        <ActionIcon aria-label={t('security.identity_providers.remove_group', { number })} onClick={onRemove}>
          <IconX size={16} />
        </ActionIcon>
      )}
    </Group>
  )
}
