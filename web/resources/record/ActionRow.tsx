import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { useIsPhone } from '#web/platform/useIsPhone.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'

/** An action that a page offers. */
export interface PageAction {
  text: string
  Icon: ComponentType<{ size: number; 'aria-hidden': true }>
  isBusy?: boolean
  onClick: () => void
}

/** Actions of a page, each with its button; on phones they are in a menu, so that the page begins with its content. */
export function ActionRow({ actions }: { actions: readonly (PageAction | null)[] }) {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const shown = actions.filter((action) => action !== null)
  if (!isPhone)
    return shown.map(({ text, Icon, isBusy = false, onClick }) => (
      <Button
        key={text}
        variant="default"
        leftSection={<Icon size={16} aria-hidden />}
        loading={isBusy}
        onClick={onClick}
      >
        {text}
      </Button>
    ))
  if (shown.length === 0) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('resources.more')}
          loading={shown.some(({ isBusy }) => isBusy)}
        >
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {shown.map(({ text, Icon, onClick }) => (
          <Menu.Item key={text} leftSection={<Icon size={16} aria-hidden />} onClick={onClick}>
            {text}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
