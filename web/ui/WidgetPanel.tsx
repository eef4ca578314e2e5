import { Group, Paper, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import styles from './WidgetPanel.module.css'

/** What every part of the dashboard is given: what this installation calls it. */
export interface WidgetProps {
  title: string
}

interface WidgetPanelProps extends WidgetProps {
  /** Beside the title: how many there are. */
  badge?: ReactNode
  /** At the other end: the way to all of them. */
  action?: ReactNode
  /** The content has no distance to the edge: a list of rows. */
  isFlush?: boolean
  /** Nothing in it takes the focus: it does itself, so that keys can scroll it. */
  isScrolledByKeys?: boolean
  children: ReactNode
}

/** A part of the dashboard: its title stays, what does not fit below it scrolls. */
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
