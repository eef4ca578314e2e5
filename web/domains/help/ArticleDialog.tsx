import { ActionIcon, Button, Group, Skeleton, Text } from '@mantine/core'
import { IconPencil, IconThumbDown, IconThumbUp } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useLanguage } from '#web/platform/language.tsx'
import { useIsViewing, useMay } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { RichText } from '#web/resources/record/RichText.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Hint } from '#web/ui/Hint.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { type Article, translationOf, useArticle, useVote } from './useHelp.ts'

interface ArticleDialogProps {
  id: number | undefined
  onClose: () => void
}

/** An article with the question whether it helped. */
export function ArticleDialog({ id, onClose }: ArticleDialogProps) {
  const { t } = useTranslation()
  const { language } = useLanguage()
  const may = useMay()
  const { data, isError, error, refetch } = useArticle(id)
  const text = data && translationOf(data, language)
  return (
    <Dialog opened={id !== undefined} onClose={onClose} size="xl" title={text?.title ?? t('help.title')}>
      {isError && <ErrorState error={error} onRetry={refetch} />}
      {!text && !isError && <Skeleton h={220} />}
      {text && data && (
        <>
          <RichText html={text.body} onFollow={onClose} />
          <Group justify="space-between" mt="lg">
            <Votes article={data} />
            <Group gap="xs">
              <Text size="xs" c="dimmed">
                <RelativeTime at={data.updated_at} size="xs" />
              </Text>
              {may('help_articles.update') && <EditLink id={data.help_article_id} onClick={onClose} />}
            </Group>
          </Group>
        </>
      )}
    </Dialog>
  )
}

function EditLink({ id, onClick }: { id: number; onClick: () => void }) {
  const { t } = useTranslation()
  return (
    <Button
      component={Link}
      to={`/configuration/help_article/${id}`}
      onClick={onClick}
      variant="default"
      size="compact-sm"
      leftSection={<IconPencil size={14} />}
    >
      {t('help.edit')}
    </Button>
  )
}

function Votes({ article }: { article: Article }) {
  const { t } = useTranslation()
  const vote = useVote(article.help_article_id)
  const isViewing = useIsViewing()
  const own = vote.isPending ? vote.variables : article.own_vote
  const choices = [
    { value: 1, label: t('help.yes'), Icon: IconThumbUp },
    { value: 0, label: t('help.no'), Icon: IconThumbDown },
  ] as const
  if (isViewing) return null
  return (
    <Group gap="xs">
      <Text size="sm">{t('help.helpful')}</Text>
      {choices.map(({ value, label, Icon }) => (
        <Hint key={value} label={label}>
          <ActionIcon
            variant={own === value ? 'filled' : 'default'}
            aria-pressed={own === value}
            aria-label={label}
            onClick={() => vote.mutate(value)}
          >
            <Icon size={16} />
          </ActionIcon>
        </Hint>
      ))}
      {own != null && (
        <Text size="xs" c="dimmed" role="status">
          {t('help.thanks')}
        </Text>
      )}
    </Group>
  )
}
