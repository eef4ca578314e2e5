import { ActionIcon, Button, Group, Paper, Skeleton, Stack, Text, Textarea, Title } from '@mantine/core'
import { IconNotes, IconPencil, IconTrash } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { CallRefused } from '#web/platform/calls/api.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { LeaveGuard } from '#web/resources/form/LeaveGuard.tsx'
import { StoredImage } from '#web/resources/image/RecordImage.tsx'
import { useConfirm } from '#web/resources/useConfirm.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Form } from '#web/ui/Form.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { type NoteRow, useAddNote, useChangeNote, useNotes, useRemoveNote } from './useNotes.ts'

const MAX_LENGTH = 65_535

interface NotesPanelProps {
  /** The path of the owner: `/devices/5`. */
  owner: string
  /** Users who may change the record may write notes on it. */
  mayWrite: boolean
}

/** The notes of any record, the newest first, and a form to add one. */
export function NotesPanel({ owner, mayWrite }: NotesPanelProps) {
  const { t } = useTranslation()
  const heading = useId()
  const { data, isError, error, refetch } = useNotes(owner)
  const add = useAddNote(owner)
  if (isError && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <Skeleton h={240} />
  return (
    <Stack component="section" aria-labelledby={heading} gap="md">
      <Title order={2} id={heading}>
        {t('records.notes.label')}
      </Title>
      {mayWrite && (
        <Paper p="md">
          <NoteForm label={t('resources.notes.add')} save={add} isNew />
        </Paper>
      )}
      {data.length === 0 && (
        <Paper>
          <EmptyState Icon={IconNotes} title={t('resources.notes.none')} />
        </Paper>
      )}
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {data.map((note) => (
          <Paper key={note.note_id} component="li" p="md">
            <Note {...{ owner, note }} />
          </Paper>
        ))}
      </Stack>
    </Stack>
  )
}

function Note({ owner, note }: { owner: string; note: NoteRow }) {
  const { t } = useTranslation()
  const [isEditing, setEditing] = useState(false)
  const change = useChangeNote(owner, note)
  const author = note.created_by ?? t('resources.nobody')
  return (
    <Stack gap="xs">
      <Group justify="space-between" wrap="nowrap">
        <Author note={note} name={author} />
        {note.editable === 1 && !isEditing && (
          <NoteActions {...{ owner, note, author }} onEdit={() => setEditing(true)} />
        )}
      </Group>
      {isEditing ? (
        <NoteForm
          label={t('records.notes.fields.note')}
          first={note.note}
          save={change}
          onEnd={() => setEditing(false)}
        />
      ) : (
        <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {note.note}
        </Text>
      )}
    </Stack>
  )
}

interface NoteActionsProps {
  owner: string
  note: NoteRow
  author: string
  onEdit: () => void
}

function NoteActions({ owner, note, author, onEdit }: NoteActionsProps) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const remove = useRemoveNote(owner, note)
  const confirmRemoval = () =>
    confirm({
      title: t('resources.notes.delete_sure'),
      why: t('resources.not_reversible'),
      action: t('resources.delete'),
      onConfirm: () => remove.mutate(undefined),
    })
  return (
    <Group gap={4} wrap="nowrap">
      <ActionIcon size="lg" aria-label={t('resources.notes.edit', { who: author })} onClick={onEdit}>
        <IconPencil size={18} />
      </ActionIcon>
      <ActionIcon
        size="lg"
        aria-label={t('resources.notes.delete', { who: author })}
        loading={remove.isPending}
        onClick={confirmRemoval}
      >
        <IconTrash size={18} />
      </ActionIcon>
    </Group>
  )
}

/** The author of a note, and when it was written and changed. */
function Author({ note, name }: { note: NoteRow; name: string }) {
  const { t } = useTranslation()
  return (
    <Group gap="sm" wrap="nowrap" style={{ minWidth: 0 }}>
      <StoredImage address={note.photo_thumb} name={name} size={32} />
      <Stack gap={0} style={{ minWidth: 0 }}>
        <Text size="sm" fw={600} truncate dir="auto">
          {name}
        </Text>
        <Group gap={6} fz="xs" c="dimmed">
          <RelativeTime at={note.date_created} />
          {note.updated_at > note.date_created && (
            <span>
              ({t('resources.notes.changed')} <RelativeTime at={note.updated_at} />)
            </span>
          )}
        </Group>
      </Stack>
    </Group>
  )
}

interface NoteFormProps {
  label: string
  first?: string
  save: ReturnType<typeof useAddNote>
  isNew?: boolean
  /** Called after saving or cancelling. */
  onEnd?: () => void
}

/** The text stays until the server has stored it. */
function NoteForm({ label, first = '', save, isNew, onEnd }: NoteFormProps) {
  const { t } = useTranslation()
  const [text, setText] = useState(first)
  const isSaved = useRef(false)
  const isDirty = text !== first
  const refused = save.error instanceof CallRefused ? save.error.body : undefined
  return (
    <Form
      noValidate
      onSubmit={() => {
        if (text.trim() === '') return
        save.mutate(text, {
          onSuccess: () => {
            if (isNew) setText('')
            onEnd?.()
          },
        })
      }}
    >
      <LeaveGuard isDirty={isDirty} isSaved={isSaved} isWithinScreen />
      <Stack gap="xs">
        <Textarea
          label={label}
          placeholder={isNew ? t('resources.notes.placeholder') : undefined}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          error={refused?.errors?.[0]?.message ?? (refused?.current && refused.message)}
          autosize
          minRows={isNew ? 2 : 3}
          maxRows={16}
          maxLength={MAX_LENGTH}
          data-autofocus={!isNew || undefined}
        />
        <Group justify="flex-end" gap="xs">
          {onEnd && (
            <Button variant="default" onClick={onEnd}>
              {t('resources.cancel')}
            </Button>
          )}
          <Button type="submit" loading={save.isPending} disabled={!isDirty || text.trim() === ''}>
            {t('resources.save')}
          </Button>
        </Group>
      </Stack>
    </Form>
  )
}
