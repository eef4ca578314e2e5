import '@mantine/core/styles/Typography.css'
import { Typography } from '@mantine/core'
import { useNavigate } from 'react-router'
import styles from './RichText.module.css'

/** Rich text that the server has sanitized. Links within the product navigate without reloading the page. */
export function RichText({ html, onFollow }: { html: string; onFollow?: () => void }) {
  const navigate = useNavigate()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the links inside it are what is clicked, by the keyboard too
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div
      onClick={(event) => {
        const link = event.target instanceof Element ? event.target.closest('a') : null
        const address = link?.getAttribute('href')
        if (!address?.startsWith('/') || event.ctrlKey || event.metaKey) return
        event.preventDefault()
        onFollow?.()
        void navigate(address)
      }}
    >
      <Typography>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server before it was stored */}
        <div dir="auto" className={styles.text} dangerouslySetInnerHTML={{ __html: html }} />
      </Typography>
    </div>
  )
}
