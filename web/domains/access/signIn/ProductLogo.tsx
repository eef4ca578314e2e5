/** The product's mark: a tank and its ullage. */
export function ProductLogo({ size = 44 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 44 44" aria-hidden="true">
      <rect
        x="9"
        y="3"
        width="26"
        height="38"
        rx="8"
        fill="none"
        stroke="var(--mantine-primary-color-filled)"
        strokeWidth="3"
      />
      <path
        d="M12 20c3.5-2.5 6.5-2.5 10 0s6.500 2.500 10 0v13a5 5 0 0 1-5 5H17a5 5 0 0 1-5-5z"
        fill="var(--mantine-primary-color-filled)"
      />
    </svg>
  )
}
