import { Alert, List, Stack, Text, Textarea } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useDeferredValue } from 'react'
import { checkFormula } from '#core/domains/tanks/formula/formula.ts'
import type { tank_types } from '#core/domains/tanks/tank_types.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { RecordForm } from '#web/resources/form/useRecordForm.ts'
import styles from './TankTypeScreen.module.css'

interface FormulaFieldProps {
  form: RecordForm<typeof tank_types>
  isReadOnly: boolean
}

/** The formula, with its errors as text while typing. */
export function FormulaField({ form, isReadOnly }: FormulaFieldProps) {
  const { t } = useTranslation()
  const formula = useDeferredValue(String(form.values.formula ?? ''))
  const problems = formula.trim() === '' ? [] : checkFormula(formula)
  return (
    <Stack gap="xs">
      <Textarea
        label={t('records.tank_types.fields.formula')}
        description={t('records.tank_types.help.formula')}
        error={
          form.errors.formula && (problems[0] ? t(`tanks.problems.${problems[0]}`) : form.errors.formula)
        }
        disabled={isReadOnly}
        withAsterisk
        autosize
        minRows={2}
        maxLength={255}
        spellCheck={false}
        classNames={{ input: styles.formula }}
        value={String(form.values.formula ?? '')}
        onChange={(event) => form.set({ formula: event.currentTarget.value })}
        data-field="formula"
      />
      {problems.length > 0 && <Problems problems={problems} />}
      {problems.length === 0 && formula.trim() !== '' && (
        <Text size="sm" c="fine" role="status">
          <IconCircleCheck size={14} aria-hidden /> {t('tanks.formula_good')}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        {t('tanks.formula_help')}
      </Text>
    </Stack>
  )
}

function Problems({ problems }: { problems: ReturnType<typeof checkFormula> }) {
  const { t } = useTranslation()
  return (
    <Alert color="mild" icon={<IconAlertTriangle />} title={t('tanks.problems_title')} role="status">
      <List size="sm">
        {problems.map((problem) => (
          <List.Item key={problem}>{t(`tanks.problems.${problem}`)}</List.Item>
        ))}
      </List>
    </Alert>
  )
}
