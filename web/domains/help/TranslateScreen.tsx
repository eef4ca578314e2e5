import {
  Anchor,
  Breadcrumbs,
  Button,
  Group,
  Paper,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { lazy, Suspense, useRef, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { localeNames } from '#core/platform/texts/localeNames.ts'
import { LOCALE_CODES, type LocaleCode } from '#core/platform/texts/locales.ts'
import { CallRefused } from '#web/platform/calls/api.ts'
import { useMay } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { LeaveGuard } from '#web/resources/form/LeaveGuard.tsx'
import { SelectInput } from '#web/resources/form/selects/SelectInput.tsx'
import { RichText } from '#web/resources/record/RichText.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { type Article, type Translated, useArticle, useArticles, useTranslate } from './useHelp.ts'

const RichTextInput = lazy(() =>
  import('#web/resources/form/inputs/RichTextInput.tsx').then((m) => ({ default: m.RichTextInput })),
)

/** Help articles side by side: original and translation. */
export function TranslateScreen() {
  const { t } = useTranslation()
  const { id } = useParams()
  const navigate = useNavigate()
  const articles = useArticles({ search: '', module: '' }, true)
  const chosen = id === undefined ? articles.data?.[0]?.help_article_id : Number(id)
  const { data, isError, error, refetch } = useArticle(chosen)
  const [language, setLanguage] = useState<LocaleCode>('es')
  const others = LOCALE_CODES.filter((code) => code !== data?.language)
  return (
    <Stack gap="md">
      <TranslatePath />
      <Title order={1}>{t('help.translate')}</Title>
      <Group align="flex-end">
        <SelectInput
          label={t('records.help_articles.single')}
          w={320}
          maw="100%"
          searchable
          data={articles.data?.map((item) => ({
            value: String(item.help_article_id),
            label: item.display_name,
          }))}
          value={chosen === undefined ? null : String(chosen)}
          onChange={(next) => void navigate(`/configuration/help_articles/translate/${next}`)}
        />
        <SelectInput
          label={t('help.to_language')}
          searchable
          data={others.map((code) => ({ value: code, label: localeNames[code] }))}
          value={language}
          onChange={(next) => next && setLanguage(next)}
        />
      </Group>
      {isError && <ErrorState error={error} onRetry={refetch} />}
      {!data && !isError && <Skeleton h={360} />}
      {data && <SideBySide key={`${data.help_article_id} ${language}`} article={data} language={language} />}
    </Stack>
  )
}

function TranslatePath() {
  const { t } = useTranslation()
  return (
    <Breadcrumbs>
      <Anchor component={Link} to="/configuration/help_articles" size="sm">
        {t('records.help_articles.label')}
      </Anchor>
      <Text size="sm">{t('help.translate')}</Text>
    </Breadcrumbs>
  )
}

const EMPTY = { display_name: '', title: '', body: '' }
const NAMES = ['display_name', 'title', 'body'] as const
const MAX_LENGTHS = { display_name: 65, title: 255 } as const

function SideBySide({ article, language }: { article: Article; language: LocaleCode }) {
  const { t } = useTranslation()
  const isReadOnly = !useMay()('help_articles.update')
  const { texts, setTexts, errors, isDirty, isSaving, submit } = useTranslated(article, language)
  const never = useRef(false)
  const label = (name: (typeof NAMES)[number]) => t(`records.help_articles.fields.${name}`)
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <LeaveGuard isDirty={isDirty} isSaved={never} />
      <Original article={article} />
      <Paper
        p="md"
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Stack gap="sm">
          <Title order={2} size="h4">
            {t('help.translation')}
          </Title>
          {(['display_name', 'title'] as const).map((name) => (
            <TextInput
              key={name}
              label={label(name)}
              maxLength={MAX_LENGTHS[name]}
              disabled={isReadOnly}
              withAsterisk
              value={texts[name]}
              error={errors[name]}
              onChange={(event) => setTexts({ ...texts, [name]: event.currentTarget.value })}
            />
          ))}
          <Suspense fallback={<Skeleton h={260} />}>
            <RichTextInput
              label={label('body')}
              withAsterisk
              disabled={isReadOnly}
              value={texts.body}
              error={errors.body}
              onChange={(body) => setTexts((before) => ({ ...before, body }))}
            />
          </Suspense>
          {!isReadOnly && (
            <Group justify="flex-end">
              <Button type="submit" loading={isSaving} disabled={!isDirty}>
                {t('help.save')}
              </Button>
            </Group>
          )}
        </Stack>
      </Paper>
    </SimpleGrid>
  )
}

/** The translation being typed, with its errors. */
function useTranslated(article: Article, language: LocaleCode) {
  const { t } = useTranslation()
  const existing = article.translations?.find((translation) => translation.language === language)
  const [saved, setSaved] = useState(existing ?? EMPTY)
  const [texts, setTexts] = useState<Omit<Translated, 'language'>>(existing ?? EMPTY)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const save = useTranslate(article.help_article_id)
  const isDirty = NAMES.some((name) => texts[name] !== saved[name])
  const submit = () => {
    const missing = NAMES.filter((name) => texts[name].trim() === '')
    setErrors(Object.fromEntries(missing.map((name) => [name, t('rules.required')])))
    if (missing.length > 0) return
    save.mutate(
      { language, display_name: texts.display_name, title: texts.title, body: texts.body },
      {
        onSuccess: () => setSaved(texts),
        onError: (failure) => {
          if (!(failure instanceof CallRefused)) return
          setErrors(
            Object.fromEntries((failure.body.errors ?? []).map(({ field, message }) => [field, message])),
          )
        },
      },
    )
  }
  return { texts, setTexts, errors, isDirty, isSaving: save.isPending, submit }
}

function Original({ article }: { article: Article }) {
  const { t } = useTranslation()
  return (
    <Paper p="md" component="section">
      <Title order={2} size="h4" mb="sm">
        {t('help.original', { language: localeNames[article.language] })}
      </Title>
      <Text fw={600} dir="auto">
        {article.display_name}
      </Text>
      <Text mb="sm" dir="auto">
        {article.title}
      </Text>
      <RichText html={article.body} />
    </Paper>
  )
}
