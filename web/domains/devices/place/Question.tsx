import { Button, Collapse, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from '#web/platform/useTranslation.ts'

interface QuestionProps {
  step: number
  title: string
  help?: string | undefined
  /** The choice between new and existing. */
  choice?: ReactNode
  /** Rarely needed fields. */
  more?: ReactNode
  /** Opens the rarely needed fields, as one of them has an issue. */
  isMoreWrong?: boolean
  children: ReactNode
}

/** One step of a new place; rarely needed fields are behind a button. */
export function Question({ step, title, help, choice, more, isMoreWrong = false, children }: QuestionProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Paper p="md" component="section" aria-labelledby={`place-${step}`} style={{ minWidth: 0 }}>
      <Group justify="space-between" gap="xs" mb="sm">
        <Title order={2} id={`place-${step}`}>
          {step}. {title}
        </Title>
        {choice}
      </Group>
      {help && (
        <Text size="sm" c="dimmed" mb="sm">
          {help}
        </Text>
      )}
      {children}
      {more && (
        <More title={title} isShown={isOpen || isMoreWrong} onToggle={setOpen}>
          {more}
        </More>
      )}
    </Paper>
  )
}

interface MoreProps {
  title: string
  isShown: boolean
  onToggle: (isShown: boolean) => void
  children: ReactNode
}

/** Rarely needed fields, shown on demand or if one is wrong. */
function More({ title, isShown, onToggle, children }: MoreProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <Stack gap={0} align="stretch" mt="sm">
      <Button
        variant="subtle"
        size="compact-sm"
        style={{ alignSelf: 'flex-start' }}
        aria-expanded={isShown}
        aria-controls={id}
        aria-label={`${t('devices.place.more')}: ${title}`}
        rightSection={
          <IconChevronDown size={16} aria-hidden style={isShown ? { rotate: '180deg' } : undefined} />
        }
        onClick={() => onToggle(!isShown)}
      >
        {t('devices.place.more')}
      </Button>
      <Collapse expanded={isShown} id={id}>
        {isShown && <div style={{ paddingTop: 'var(--mantine-spacing-sm)' }}>{children}</div>}
      </Collapse>
    </Stack>
  )
}
