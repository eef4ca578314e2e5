import { type ButtonProps, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { DialogButtons } from './DialogButtons.tsx'

interface DialogFormProps extends Pick<ButtonProps, 'loading' | 'disabled' | 'color'> {
  /** The label of the submit button. */
  action: string
  onSubmit: () => unknown
  onCancel: () => void
  children: ReactNode
}

/** A form in a dialog: its inputs, then cancel and submit. */
export function DialogForm({ action, onSubmit, onCancel, children, ...button }: DialogFormProps) {
  return (
    <Form noValidate onSubmit={onSubmit}>
      <Stack ref={beginInFirstField}>
        {children}
        <DialogButtons onCancel={onCancel} {...button}>
          {action}
        </DialogButtons>
      </Stack>
    </Form>
  )
}

/**
 * Gives the first field the focus, which would otherwise go to the button that closes the dialog. A select would open its list over the
 * other fields, so it does not get it.
 */
function beginInFirstField(fields: HTMLElement | null): void {
  if (fields?.querySelector('[data-autofocus]')) return
  const first = fields?.querySelector('input:not([type=hidden], :disabled), textarea:not(:disabled)')
  if (first && !first.hasAttribute('aria-haspopup')) first.setAttribute('data-autofocus', '')
}

interface FormDialogProps extends Omit<DialogFormProps, 'onCancel'> {
  title: string
  onClose: () => void
}

/** An open dialog with a form. */
export function FormDialog({ title, onClose, ...form }: FormDialogProps) {
  return (
    <Dialog onClose={onClose} title={title}>
      <DialogForm onCancel={onClose} {...form} />
    </Dialog>
  )
}
