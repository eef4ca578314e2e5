import { Anchor, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { download } from '#web/platform/api.ts'
import { downloadBlob } from '#web/ui/downloadBlob.ts'

/** Template files with the headings for an import. */
export function ImportTemplate({ resource }: { resource: string }) {
  const { t } = useTranslation()
  const save = useMutation({
    mutationFn: async (format: 'csv' | 'xlsx') => {
      const { blob, name } = await download(
        `/data_import_logs/template?resource=${encodeURIComponent(resource)}&format=${format}`,
      )
      downloadBlob(blob, name ?? `${resource}.${format}`)
    },
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
          disabled={save.isPending}
          onClick={() => save.mutate(format)}
        >
          {t(`tools.imports.template_${format}`)}
        </Anchor>
      ))}
    </Group>
  )
}
