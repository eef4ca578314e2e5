import { Group, Skeleton, Text, Title, UnstyledButton } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useUser } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import styles from './Help.module.css'
import { type Article, useArticles } from './useHelp.ts'

interface ArticleListProps {
  search: string
  module: string
  onOpen: (id: number) => void
  isEnabled?: boolean
}

/** The groups of the menu with the modules of their screens; articles of other modules are about administration. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  today: ['general', 'dashboard', 'alerts'],
  fleet: ['devices', 'tags', 'tank_products', 'tanker_trucks', 'work_orders'],
  customers: ['companies', 'people'],
  sales: ['transaction_documents', 'shipment_planners', 'subscriptions'],
}
const OTHERS = 'administration'

const groupOf = ({ module }: Article) =>
  Object.keys(GROUPS).find((group) => GROUPS[group]?.includes(module)) ?? OTHERS

/**
 * Articles with name, title and the day of their last change. All articles together are in the groups of the menu; those found
 * are in the order of the search.
 */
export function ArticleList({ search, module, onOpen, isEnabled = true }: ArticleListProps) {
  const { t } = useTranslation()
  const { data, isError, error, refetch } = useArticles({ search, module }, isEnabled)
  if (isError) return <ErrorState error={error} onRetry={refetch} />
  // As high as the list, so that what follows does not move.
  if (!data) return <Skeleton h="100dvh" />
  if (data.length === 0) return <Text c="dimmed">{t('help.empty')}</Text>
  if (search !== '' || module !== '') return <Articles articles={data} onOpen={onOpen} />
  return <GroupedArticles articles={data} onOpen={onOpen} />
}

interface ArticlesProps {
  articles: readonly Article[]
  onOpen: (id: number) => void
}

function GroupedArticles({ articles, onOpen }: ArticlesProps) {
  const { t } = useTranslation()
  const own = useUser().user_type === 'customer' ? 'own_' : ''
  return [...Object.keys(GROUPS), OTHERS].map((group) => {
    const grouped = articles.filter((article) => groupOf(article) === group)
    return (
      grouped.length > 0 && (
        <section key={group} className={styles.group}>
          <Title order={3} size="h6" c="dimmed">
            {t(`shell.groups.${own}${group}`)}
          </Title>
          <Articles articles={grouped} onOpen={onOpen} />
        </section>
      )
    )
  })
}

function Articles({ articles, onOpen }: ArticlesProps) {
  const { dayOf } = useFormat()
  return (
    <ul className={styles.list}>
      {articles.map((article) => (
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
