import { Group, Paper, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import styles from './WidgetPanel.module.css'

/** The props of every part of the dashboard: its name in this installation. */
export interface WidgetProps {
  title: string
}

interface WidgetPanelProps extends WidgetProps {
  /** Next to the title: the count. */
  badge?: ReactNode
  /** Action at the other end, such as the link to all. */
  action?: ReactNode
  /** The content has no padding: a list of rows. */
  isFlush?: boolean
  /** Nothing in it can be focused: the panel itself can, so that keys scroll it. */
  isScrolledByKeys?: boolean
  children: ReactNode
}

/** A part of the dashboard: the title is fixed, the content scrolls. */
export function WidgetPanel({ title, badge, action, isFlush, isScrolledByKeys, children }: WidgetPanelProps) {
  const id = useId()
  return (
    <Paper component="section" aria-labelledby={id} className={styles.panel}>
      <Group justify="space-between" gap="xs" px="sm" pt="sm" pb={6} wrap="wrap">
        <Group gap="xs">
          <Title order={2} id={id}>
            {title}
          </Title>
          {badge}
        </Group>
        {action}
      </Group>
      <div
        className={`${styles.body} ${isFlush ? '' : styles.inset}`}
        {...(isScrolledByKeys && { tabIndex: 0, role: 'group', 'aria-labelledby': id })}
      >
        {children}
      </div>
    </Paper>
  )
}
