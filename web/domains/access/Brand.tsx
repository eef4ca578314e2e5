import { Group, Image, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { download } from '#web/platform/api.ts'
import { useEnvironment } from '#web/platform/useEnvironment.ts'
import { ProductLogo } from './ProductLogo.tsx'

interface BrandProps {
  size?: number
  /** The name is left out where there is no room. */
  visibleFrom?: 'xs'
  /** What stands below the name. */
  children?: ReactNode
}

/** Whose product this is: the logo and the name that the settings give it, or our own. */
export function Brand({ size = 44, visibleFrom, children }: BrandProps) {
  const environment = useEnvironment()
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

/** The picture itself, as an address of this page: the call needs the client's key. */
function useLogo(address: string | null | undefined): string | undefined {
  const { data } = useQuery({
    queryKey: ['logo', address],
    enabled: Boolean(address),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => URL.createObjectURL((await download(address!, { signal })).blob),
    meta: { isQuiet: true },
  })
  return address ? data : undefined
}
