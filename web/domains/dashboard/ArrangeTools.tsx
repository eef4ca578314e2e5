import { Button, Menu } from '@mantine/core'
import { IconLayoutGridAdd } from '@tabler/icons-react'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { type Arrangement, useWidgetTitle } from './useArrangement.ts'

/** Shown next to the title while the dashboard is arranged: adds widgets, resets to the default, and finishes. */
export function ArrangeTools({ arrangement }: { arrangement: Arrangement }) {
  const { t } = useTranslation()
  const title = useWidgetTitle()
  const { isStandard, missing, save } = arrangement
  return (
    <Button.Group>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            variant="default"
            size="xs"
            disabled={missing.length === 0}
            leftSection={<IconLayoutGridAdd size={16} aria-hidden />}
          >
            {t('dashboard.add')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {missing.map((widget) => (
            <Menu.Item key={widget.name_alias} onClick={() => arrangement.add(widget)}>
              {title(widget)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Button variant="default" size="xs" disabled={isStandard} onClick={arrangement.toStandard}>
        {t('dashboard.to_default')}
      </Button>
      <Button variant="default" size="xs" onClick={arrangement.cancel}>
        {t('resources.cancel')}
      </Button>
      <Button size="xs" loading={save.isPending} onClick={() => save.mutate()}>
        {t('dashboard.done')}
      </Button>
    </Button.Group>
  )
}
