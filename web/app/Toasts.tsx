import { Notifications } from '@mantine/notifications'

/** Short messages, one above the other. */
export function Toasts() {
  return <Notifications position="top-center" />
}
