import { Notifications } from '@mantine/notifications'
import styles from './Layout.module.css'

/** Short messages, one above the other, where they cover neither a header nor a button that one needs meanwhile. */
export function Toasts() {
  return <Notifications position="bottom-center" className={styles.toasts} />
}
