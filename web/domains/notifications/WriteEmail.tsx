import { Button, FileInput, Modal, Stack, Textarea, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconMailPlus, IconPaperclip } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mails } from '#core/domains/mail/mails.ts'
import type { sendEmail } from '#core/domains/notifications/calls.ts'
import { isStaff } from '#core/platform/loginTypes.ts'
import { CallRefused } from '#web/platform/calls/api.ts'
import { request } from '#web/platform/calls/request.ts'
import { useMay, useUser } from '#web/platform/session/session.tsx'
import { toastAnswer, toastRefusal } from '#web/platform/toast.ts'
import { DialogButtons } from '#web/resources/form/DialogButtons.tsx'

/** Writes an e-mail with files to any address; it goes through the outbox. */
export function WriteEmail() {
  const { t } = useTranslation()
  const may = useMay()
  const { login_type_id } = useUser()
  const [isOpen, { open, close }] = useDisclosure(false)
  if (!isStaff(login_type_id) || !may('work_orders.create')) return null
  return (
    <>
      <Button leftSection={<IconMailPlus size={16} aria-hidden />} onClick={open}>
        {t('notifications.email.write')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        size="lg"
        title={t('notifications.email.write')}
        closeButtonProps={{ 'aria-label': t('ui.close') }}
        // A click outside must not discard the text.
        closeOnClickOutside={false}
      >
        <EmailForm onDone={close} />
      </Modal>
    </>
  )
}

const ADDRESSES = ['to', 'cc', 'bcc'] as const
const EMPTY = { to: '', cc: '', bcc: '', subject: '', message: '' }
const ACCEPTED = '.pdf,.png,.jpg,.jpeg,.gif,.xlsx,.docx,.csv,.txt'

function EmailForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [values, setValues] = useState(EMPTY)
  const [files, setFiles] = useState<File[]>([])
  const send = useMutation({
    mutationFn: () => {
      const form = new FormData()
      for (const [name, value] of Object.entries(values)) if (value.trim()) form.append(name, value)
      for (const file of files) form.append('files', file, file.name)
      return request<typeof sendEmail>('POST', '/notifications/email', { form })
    },
    onSuccess: (answer) => {
      toastAnswer(answer)
      onDone()
      return client.invalidateQueries({ queryKey: [mails.name] })
    },
    onError: toastRefusal,
  })
  const refused = send.error instanceof CallRefused ? (send.error.answer.errors ?? []) : []
  const input = (name: keyof typeof EMPTY) => ({
    label: t(`notifications.email.${name}`),
    value: values[name],
    error: refused.find(({ field }) => field === name)?.message,
    onChange: (event: { currentTarget: { value: string } }) =>
      setValues({ ...values, [name]: event.currentTarget.value }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send.mutate()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {ADDRESSES.map((name) => (
          <TextInput
            key={name}
            {...input(name)}
            {...(name === 'to' && {
              'data-autofocus': true,
              withAsterisk: true,
              description: t('notifications.email.commas'),
            })}
            inputMode="email"
            dir="ltr"
          />
        ))}
        <TextInput {...input('subject')} withAsterisk maxLength={100} dir="auto" />
        <Textarea {...input('message')} autosize minRows={5} maxRows={16} maxLength={65_000} dir="auto" />
        <FileInput
          label={t('notifications.email.files')}
          description={t('notifications.email.which_files')}
          error={refused.find(({ field }) => field === 'files')?.message}
          multiple
          clearable
          clearButtonProps={{ 'aria-label': t('resources.clear') }}
          accept={ACCEPTED}
          leftSection={<IconPaperclip size={16} aria-hidden />}
          value={files}
          onChange={setFiles}
        />
        <DialogButtons onCancel={onDone} loading={send.isPending}>
          {t('notifications.email.send')}
        </DialogButtons>
      </Stack>
    </form>
  )
}
