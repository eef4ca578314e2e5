import { Group, Pagination } from '@mantine/core'
import { useIsPhone } from '#web/platform/useIsPhone.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'

interface PagesProps {
  /** The number of pages; a single one shows nothing. */
  pages: number
  page: number
  onChange: (page: number) => void
}

const PAGES_SHOWN = { wide: 8, small: 5 } as const

/**
 * The pages of a list: eight to choose from on wide screens, five on a small screen, where there is no room for the arrows: the
 * adjacent pages are always among the five.
 */
export function PageNavigation({ pages, page, onChange }: PagesProps) {
  const { t } = useTranslation()
  const isSmall = useIsPhone()
  if (pages <= 1) return null
  const shown = shownPages(pages, page, isSmall ? PAGES_SHOWN.small : PAGES_SHOWN.wide)
  return (
    <Pagination.Root size="sm" total={pages} value={page} onChange={onChange}>
      <Group gap={4} wrap="nowrap">
        {!isSmall && <Pagination.Previous aria-label={t('resources.pages.previous')} />}
        {shown.map((item, index) => (
          <Group key={item} gap={4} wrap="nowrap">
            {index > 0 && shown[index - 1] !== item - 1 && <Pagination.Dots />}
            <Pagination.Control
              active={item === page}
              aria-label={t('resources.page', { page: item })}
              aria-current={item === page ? 'page' : undefined}
              onClick={() => onChange(item)}
            >
              {item}
            </Pagination.Control>
          </Group>
        ))}
        {!isSmall && <Pagination.Next aria-label={t('resources.pages.next')} />}
      </Group>
    </Pagination.Root>
  )
}

/** The first, the last, and those around the current page: always as many as fit. */
function shownPages(pages: number, page: number, max: number): number[] {
  if (pages <= max) return Array.from({ length: pages }, (_, index) => index + 1)
  const between = max - 2
  const first = Math.min(Math.max(2, page - Math.floor((between - 1) / 2)), pages - between)
  return [1, ...Array.from({ length: between }, (_, index) => first + index), pages]
}
