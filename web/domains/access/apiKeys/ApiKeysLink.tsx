import { Button } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { Link } from 'react-router'

/** Leads to the API keys that the reader may see: all of them, or those of one user. */
export function ApiKeysLink({ userId, text }: { userId?: string; text: string }) {
  return (
    <Button
      variant="default"
      component={Link}
      to={userId === undefined ? '/api_keys' : `/api_keys?user_id=${userId}`}
      leftSection={<IconKey size={18} aria-hidden />}
    >
      {text}
    </Button>
  )
}
