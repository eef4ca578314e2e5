import { Center, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

const SIZE = 220

/** A QR code as a data URL; drawn locally, so that the text is not sent anywhere. */
export function useQrPicture(text: string): string | undefined {
  const { data } = useQuery({
    queryKey: ['qr', text],
    gcTime: 0,
    queryFn: async () => {
      const { toString: draw } = await import('qrcode')
      const svg = await draw(text, { type: 'svg', margin: 2 })
      return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
    },
  })
  return data
}

/** A QR code to be scanned from the screen. */
export function QrPicture({ text, alt }: { text: string; alt: string }) {
  const picture = useQrPicture(text)
  return (
    <Center>
      {picture ? <img src={picture} width={SIZE} height={SIZE} alt={alt} /> : <Skeleton w={SIZE} h={SIZE} />}
    </Center>
  )
}
