import { Group, Image, Stack, Text } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { download } from '#web/platform/calls/api.ts'
import type { Environment } from '#web/platform/fetchEnvironment.ts'
import { ProductLogo } from './ProductLogo.tsx'

interface BrandProps {
  /** Undefined until it has loaded. */
  environment: Pick<Environment, 'company_name' | 'logo'> | undefined
  size?: number
  /** The breakpoint from which the name is shown. */
  visibleFrom?: 'xs'
  /** Shown below the name. */
  children?: ReactNode
}

/** Logo and name of the product: from the settings, or our own. */
export function Brand({ environment, size = 44, visibleFrom, children }: BrandProps) {
  const logo = useLogo(environment?.logo)
  return (
    <Group gap={size > 40 ? 'sm' : 'xs'} wrap="nowrap">
      {logo ? (
        <Image src={logo} alt="" h={size} w="auto" maw={size * 3} fit="contain" />
      ) : (
        <ProductLogo size={size} />
      )}
      <Stack gap={0}>
        <Text fw={700} fz={size > 40 ? 'xl' : 'lg'} visibleFrom={visibleFrom} lineClamp={1}>
          {environment?.company_name ?? 'Ullage'}
        </Text>
        {children}
      </Stack>
    </Group>
  )
}

/** The image as an object URL: the request needs the API key. */
function useLogo(address: string | null | undefined): string | undefined {
  const [logo, setLogo] = useState<string>()
  useEffect(() => {
    if (!address) return
    const leaving = new AbortController()
    let url: string | undefined
    download(address, { signal: leaving.signal }).then(
      ({ blob }) => {
        if (leaving.signal.aborted) return
        url = URL.createObjectURL(blob)
        setLogo(url)
      },
      // If the logo fails to load, the product shows its own.
      () => {},
    )
    return () => {
      leaving.abort()
      setLogo(undefined)
      if (url) URL.revokeObjectURL(url)
    }
  }, [address])
  return logo
}
