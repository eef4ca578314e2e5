import { Button, Group, Modal, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconCopy, IconPrinter } from '@tabler/icons-react'
import { useRef } from 'react'
import { copyText } from '#web/platform/copyText.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'

/** Recovery codes, shown once only, to copy or print. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation()
  const frame = useRef<HTMLIFrameElement>(null)
  const title = t('security.two_factor.codes_title')
  const paper = `<!doctype html><title>Ullage</title><style>body{font:14pt sans-serif}li{font:16pt monospace;margin:8pt}</style>
    <h1>Ullage · ${title}</h1><p>${t('security.two_factor.codes_keep')}</p><ol>${codes.map((code) => `<li>${code}</li>`).join('')}</ol>`
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack>
        <Text size="sm">{t('security.two_factor.codes_keep')}</Text>
        <SimpleGrid
          cols={{ base: 1, xs: 2 }}
          spacing="xs"
          component="ul"
          m={0}
          p={0}
          style={{ listStyle: 'none' }}
        >
          {codes.map((code) => (
            <Text key={code} component="li" ff="monospace" ta="center" dir="ltr">
              {code}
            </Text>
          ))}
        </SimpleGrid>
        <iframe ref={frame} title={title} hidden sandbox="allow-same-origin allow-modals" srcDoc={paper} />
        <Actions codes={codes} onPrint={() => frame.current?.contentWindow?.print()} onClose={onClose} />
      </Stack>
    </Modal>
  )
}

function Actions({
  codes,
  onPrint,
  onClose,
}: {
  codes: readonly string[]
  onPrint: () => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  return (
    <Group justify="flex-end">
      <Button
        variant="default"
        leftSection={<IconCopy size={16} aria-hidden />}
        onClick={() => void copyText(codes.join('\n'))}
      >
        {t('security.copy')}
      </Button>
      <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden />} onClick={onPrint}>
        {t('security.print')}
      </Button>
      <Button data-autofocus onClick={onClose}>
        {t('security.two_factor.codes_kept')}
      </Button>
    </Group>
  )
}
