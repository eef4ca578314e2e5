import '@mantine/core/styles/Kbd.css'
import { Group, Kbd, Table } from '@mantine/core'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { Dialog } from '#web/ui/Dialog.tsx'

const KEYS = [
  { text: 'shell.keys_palette', keys: ['Ctrl', 'K'] },
  { text: 'shell.keys_search', keys: ['/'] },
  { text: 'shell.keys_walk', keys: ['↑', '↓'] },
  { text: 'shell.keys_open', keys: ['Enter'] },
  { text: 'shell.keys_select', keys: ['Space'] },
  { text: 'resources.edit', keys: ['E'] },
  { text: 'shell.keys_alerts', keys: ['J', 'K'] },
  { text: 'shell.keys_acknowledge', keys: ['A'] },
  { text: 'shell.keys_snooze', keys: ['S'] },
  { text: 'shell.keys_save', keys: ['Ctrl', 'S'] },
  { text: 'shell.keys_close', keys: ['Esc'] },
  { text: 'shell.lock', keys: ['Ctrl', 'Alt', 'L'] },
  { text: 'shell.keys_help', keys: ['?'] },
] as const

/** The keyboard shortcuts. */
export function KeyboardShortcutsHelp({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog onClose={onClose} title={t('shell.keys')}>
      <Table>
        <Table.Tbody>
          {KEYS.map(({ text, keys }) => (
            <Table.Tr key={text}>
              <Table.Th scope="row" fw={400}>
                {t(text)}
              </Table.Th>
              <Table.Td>
                <Group gap="xs" justify="flex-end">
                  {keys.map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Dialog>
  )
}
