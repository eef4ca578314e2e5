import { Button, CloseButton, Group, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { Form } from '#web/ui/Form.tsx'

interface HelpSearchProps {
  /** The search whose articles are shown. */
  search: string
  onSearch: (search: string) => void
}

/** Searches the articles; an emptied field shows all again. */
export function HelpSearch({ search, onSearch }: HelpSearchProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(search)
  const type = (text: string) => {
    setTyped(text)
    if (text === '') onSearch('')
  }
  return (
    <search>
      <Form onSubmit={() => onSearch(typed.trim())}>
        <Group gap="xs" wrap="nowrap">
          <TextInput
            flex={1}
            type="search"
            maxLength={255}
            placeholder={t('help.search')}
            aria-label={t('help.search')}
            leftSection={<IconSearch size={16} />}
            value={typed}
            onChange={(event) => type(event.currentTarget.value)}
            rightSection={
              typed && <CloseButton aria-label={t('resources.clear_search')} onClick={() => type('')} />
            }
          />
          <Button type="submit" variant="default">
            {t('help.do_search')}
          </Button>
        </Group>
      </Form>
    </search>
  )
}
