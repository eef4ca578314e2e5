import { Anchor, Group, Text } from '@mantine/core'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useFileDownload } from '#web/resources/useFileDownload.tsx'

/** Template files with the headings for an import. */
export function ImportTemplate({ resource }: { resource: string }) {
  const { t } = useTranslation()
  const { mutate, isPending } = useFileDownload()
  const save = (format: 'csv' | 'xlsx') =>
    mutate({
      path: `/data_import_logs/template?resource=${encodeURIComponent(resource)}&format=${format}`,
      fallback: `${resource}.${format}`,
    })
  return (
    <Group gap="sm">
      <Text size="sm" c="dimmed">
        {t('tools.imports.template')}
      </Text>
      {(['csv', 'xlsx'] as const).map((format) => (
        <Anchor
          key={format}
          component="button"
          type="button"
          size="sm"
          disabled={isPending}
          onClick={() => save(format)}
        >
          {t(`tools.imports.template_${format}`)}
        </Anchor>
      ))}
    </Group>
  )
}
