import { Button, Stack, Text, Title } from '@mantine/core'
import { Component, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'

/** A screen that fails leaves the rest of the product usable, and says what to do. */
export function ScreenBoundary({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return <Boundary key={pathname}>{children}</Boundary>
}

class Boundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? <Failed /> : this.props.children
  }
}

function Failed() {
  const { t } = useTranslation()
  return (
    <Stack align="flex-start" role="alert">
      <Title order={1}>{t('screens.broken')}</Title>
      <Text c="dimmed">{t('screens.broken_why')}</Text>
      <Button onClick={() => window.location.reload()}>{t('screens.reload')}</Button>
    </Stack>
  )
}
