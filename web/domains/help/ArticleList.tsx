import { Group, Skeleton, Text, UnstyledButton } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import styles from './Help.module.css'
import { useArticles } from './useHelp.ts'

interface ArticleListProps {
  search: string
  module: string
  onOpen: (id: number) => void
  isEnabled?: boolean
}

/** Articles with name, title and the day of their last change. */
export function ArticleList({ search, module, onOpen, isEnabled = true }: ArticleListProps) {
  const { t } = useTranslation()
  const { dayOf } = useFormat()
  const { data, isError, error, refetch } = useArticles({ search, module }, isEnabled)
  if (isError) return <ErrorState error={error} onRetry={refetch} />
  // As high as the list, so that what follows does not move.
  if (!data) return <Skeleton h="100dvh" />
  if (data.length === 0) return <Text c="dimmed">{t('help.empty')}</Text>
  return (
    <ul className={styles.list}>
      {data.map((article) => (
        <li key={article.help_article_id}>
          <UnstyledButton className={styles.article} onClick={() => onOpen(article.help_article_id)}>
            <Group wrap="nowrap" align="flex-start" gap="sm">
              <IconFileText size={18} style={{ flexShrink: 0 }} aria-hidden />
              <div>
                <Text size="sm" fw={600} dir="auto">
                  {article.display_name}
                </Text>
                <Text size="sm" c="dimmed" dir="auto">
                  {article.title} · <bdi style={{ whiteSpace: 'nowrap' }}>{dayOf(article.updated_at)}</bdi>
                </Text>
              </div>
            </Group>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}
