import { Button, FileInput, type FileInputProps, Textarea, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconMailPlus, IconPaperclip } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { mails } from '#core/domains/mail/mails.ts'
import type { sendEmail } from '#core/domains/notifications/calls.ts'
import { isStaff } from '#core/platform/loginTypes.ts'
import { request } from '#web/platform/calls/request.ts'
import { useMay, useUser } from '#web/platform/session/session.tsx'
import { toastRefusal, toastResponse } from '#web/platform/toast.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { DialogForm } from '#web/resources/form/FormDialog.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { messageOf } from '#web/ui/StepDialog.tsx'

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
      <Dialog
        opened={isOpen}
        onClose={close}
        size="lg"
        title={t('notifications.email.write')}
        // A click outside must not discard the text.
        closeOnClickOutside={false}
      >
        <EmailForm onDone={close} />
      </Dialog>
    </>
  )
}

const ADDRESS = { inputMode: 'email', dir: 'ltr' } as const
const EMPTY = { to: '', cc: '', bcc: '', subject: '', message: '' }
const ACCEPTED = '.pdf,.png,.jpg,.jpeg,.gif,.xlsx,.docx,.csv,.txt'

function EmailForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const [values, setValues] = useState(EMPTY)
  const [files, setFiles] = useState<File[]>([])
  const send = useSending(onDone)
  const input = (name: keyof typeof EMPTY) => ({
    label: t(`notifications.email.${name}`),
    value: values[name],
    error: messageOf(send.error, name),
    onChange: (event: { currentTarget: { value: string } }) =>
      setValues({ ...values, [name]: event.currentTarget.value }),
  })
  return (
    <DialogForm
      action={t('notifications.email.send')}
      loading={send.isPending}
      onSubmit={() => send.mutate({ values, files })}
      onCancel={onDone}
    >
      <TextInput
        {...input('to')}
        {...ADDRESS}
        data-autofocus
        withAsterisk
        description={t('notifications.email.commas')}
      />
      <TextInput {...input('cc')} {...ADDRESS} />
      <TextInput {...input('bcc')} {...ADDRESS} />
      <TextInput {...input('subject')} withAsterisk maxLength={100} dir="auto" />
      <Textarea {...input('message')} autosize minRows={5} maxRows={16} maxLength={65_000} dir="auto" />
      <FilesInput error={messageOf(send.error, 'files')} value={files} onChange={setFiles} />
    </DialogForm>
  )
}

function FilesInput(props: Pick<FileInputProps<true>, 'error' | 'value' | 'onChange'>) {
  const { t } = useTranslation()
  return (
    <FileInput
      label={t('notifications.email.files')}
      description={t('notifications.email.which_files')}
      multiple
      clearable
      clearButtonProps={{ 'aria-label': t('resources.clear') }}
      accept={ACCEPTED}
      leftSection={<IconPaperclip size={16} aria-hidden />}
      {...props}
    />
  )
}

function useSending(onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ values, files }: { values: typeof EMPTY; files: readonly File[] }) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(values)) if (value.trim()) form.append(name, value)
      for (const file of files) form.append('files', file, file.name)
      return request<typeof sendEmail>('POST', '/notifications/email', { form })
    },
    onSuccess: (response) => {
      toastResponse(response)
      onDone()
      return client.invalidateQueries({ queryKey: [mails.name] })
    },
    onError: toastRefusal,
  })
}
