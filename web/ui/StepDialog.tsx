import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { CallRefused } from '#web/platform/calls/api.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { Dialog } from './Dialog.tsx'
import { Form } from './Form.tsx'

interface StepDialogProps {
  title: string
  /** Label of the button. */
  action: string
  /** The consequences. */
  text: string
  isPending: boolean
  isDisabled?: boolean
  onConfirm: () => void
  onClose: () => void
  children?: ReactNode
}

/** Explains a step before it is taken, and asks for its input. */
export function StepDialog(props: StepDialogProps) {
  const { title, action, text, isPending, isDisabled = false, onConfirm, onClose, children } = props
  const { t } = useTranslation()
  return (
    <Dialog onClose={onClose} title={title}>
      <Form noValidate onSubmit={onConfirm}>
        <Stack gap="sm">
          <Text size="sm">{text}</Text>
          {children}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('resources.cancel')}
            </Button>
            <Button type="submit" loading={isPending} disabled={isDisabled}>
              {action}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Dialog>
  )
}

/** The message of a refused call for a field of the dialog. */
export function messageOf(error: unknown, field: string): string | undefined {
  if (!(error instanceof CallRefused)) return undefined
  return error.body.errors?.find((item) => item.field === field)?.message
}

/** The message of a refusal that names no field. */
export function refusalOf(error: unknown): string | undefined {
  return error instanceof Error && !(error instanceof CallRefused && error.body.errors?.length)
    ? error.message
    : undefined
}
