import { ActionIcon, Menu } from '@mantine/core'
import {
  IconDownload,
  IconFileSpreadsheet,
  IconFileTypeCsv,
  IconFileTypePdf,
  IconPrinter,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { Hint } from '#web/ui/Hint.tsx'

interface FilesMenuProps {
  isBusy: boolean
  onSave: (format: 'csv' | 'xlsx' | 'pdf') => void
  onPrint: () => void
  /** Whether there is only paper. */
  hasNoSheet?: boolean | undefined
  /** Shown before the spreadsheets, and after them. */
  before?: ReactNode
  after?: ReactNode
  /** Other files. */
  more?: ReactNode
}

/** The menu that saves the current view as a file, or prints it. */
export function FilesMenu({ isBusy, onSave, onPrint, hasNoSheet, before, after, more }: FilesMenuProps) {
  const { t } = useTranslation()
  const label = t('resources.export')
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Hint label={label}>
          <ActionIcon variant="default" size="lg" aria-label={label} loading={isBusy}>
            <IconDownload size={18} />
          </ActionIcon>
        </Hint>
      </Menu.Target>
      <Menu.Dropdown>
        {!hasNoSheet && (
          <>
            {before}
            <Menu.Item leftSection={<IconFileTypeCsv size={16} />} onClick={() => onSave('csv')}>
              {t('resources.export_csv')}
            </Menu.Item>
            <Menu.Item leftSection={<IconFileSpreadsheet size={16} />} onClick={() => onSave('xlsx')}>
              {t('resources.export_xlsx')}
            </Menu.Item>
            {after}
            <Menu.Divider />
          </>
        )}
        <Menu.Item leftSection={<IconFileTypePdf size={16} />} onClick={() => onSave('pdf')}>
          {t('resources.pdf')}
        </Menu.Item>
        <Menu.Item leftSection={<IconPrinter size={16} />} onClick={onPrint}>
          {t('resources.print')}
        </Menu.Item>
        {more}
      </Menu.Dropdown>
    </Menu>
  )
}
