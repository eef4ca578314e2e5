import { Button, Group } from '@mantine/core'
import { IconFileTypePdf, IconPrinter } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import styles from './PrintPreview.module.css'

interface PrintPreviewProps {
  title: string
  html: string
  onPdf: () => void
  onClose: () => void
}

/** A document as printed, in a frame without scripts. */
export function PrintPreview({ title, html, onPdf, onClose }: PrintPreviewProps) {
  const { t } = useTranslation()
  const frame = useRef<HTMLIFrameElement>(null)
  return (
    <Dialog onClose={onClose} title={title} size="72rem">
      <iframe
        ref={frame}
        className={styles.paper}
        title={t('resources.preview')}
        sandbox="allow-same-origin allow-modals"
        srcDoc={html}
      />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          {t('resources.close')}
        </Button>
        <Button variant="default" leftSection={<IconFileTypePdf size={16} aria-hidden />} onClick={onPdf}>
          {t('resources.pdf')}
        </Button>
        <Button
          data-autofocus
          leftSection={<IconPrinter size={16} aria-hidden />}
          onClick={() => frame.current?.contentWindow?.print()}
        >
          {t('resources.print')}
        </Button>
      </Group>
    </Dialog>
  )
}
