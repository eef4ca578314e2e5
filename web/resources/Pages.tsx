import { Pagination } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { PHONE } from '#web/platform/phone.ts'

interface PagesProps {
  /** How many there are; of a single one nothing is shown. */
  pages: number
  page: number
  onChange: (page: number) => void
}

/** The way through the pages of a list: eight can be chosen where there is room, five on a small screen. */
export function Pages({ pages, page, onChange }: PagesProps) {
  const { t } = useTranslation()
  const isSmall = useMediaQuery(PHONE)
  if (pages <= 1) return null
  return (
    <Pagination
      size="sm"
      total={pages}
      siblings={isSmall ? 1 : 2}
      value={page}
      onChange={onChange}
      getControlProps={(control) => ({ 'aria-label': t(`resources.pages.${control}`) })}
      getItemProps={(one) => ({ 'aria-label': t('resources.page', { page: one }) })}
    />
  )
}
