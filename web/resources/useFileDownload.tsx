import { Anchor, Progress as Bar, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { download, type Progress } from '#web/platform/calls/api.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { downloadBlob } from '#web/ui/downloadBlob.ts'

interface FileRequest {
  path: string
  /** Used if the response names no file. */
  fallback: string
}

/** Faster exports show no progress, ms. */
const PROGRESS_AFTER_MS = 700
const MEGABYTE = 1024 * 1024

/** Saves a file of the server; a slow download shows its progress, and can be stopped. */
export function useFileDownload() {
  const { t } = useTranslation()
  const { number } = useFormat()
  return useMutation({
    mutationFn: async ({ path, fallback }: FileRequest) => {
      const stop = new AbortController()
      const startedAt = Date.now()
      const id = `export-${startedAt}`
      let isShown = false
      const showProgress = ({ bytes, share }: Progress) => {
        if (Date.now() - startedAt < PROGRESS_AFTER_MS) return
        const shown = {
          ...{ id, autoClose: false as const, withCloseButton: false },
          message: (
            <ShareToast
              share={share}
              text={
                share === undefined
                  ? t('resources.export_size', { size: number(bytes / MEGABYTE, 1) })
                  : t('resources.export_share', { share: number(share * 100, 0) })
              }
              onStop={() => stop.abort()}
            />
          ),
        }
        if (isShown) notifications.update(shown)
        else notifications.show(shown)
        isShown = true
      }
      try {
        const { blob, name } = await download(path, { signal: stop.signal, onProgress: showProgress })
        downloadBlob(blob, name ?? fallback)
      } catch (failure) {
        if (!stop.signal.aborted) throw failure
      } finally {
        notifications.hide(id)
      }
    },
  })
}

function ShareToast({
  share,
  text,
  onStop,
}: {
  share: number | undefined
  text: string
  onStop: () => void
}) {
  const { t } = useTranslation()
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="md">
        <Text size="sm">{text}</Text>
        <Anchor component="button" type="button" size="sm" fw={600} onClick={onStop}>
          {t('resources.export_stop')}
        </Anchor>
      </Group>
      <Bar
        value={share === undefined ? 100 : share * 100}
        animated={share === undefined}
        size="sm"
        aria-label={text}
      />
    </Stack>
  )
}
