import { type ReactNode, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { kindOfScan } from '#core/domains/tools/kindOfScan.ts'
import type { findScanned } from '#core/domains/tools/scanCalls.ts'
import { request } from '#web/platform/calls/request.ts'
import { useUser } from '#web/platform/session/session.tsx'
import { LazyScanDialog } from '#web/resources/scan/LazyScanDialog.tsx'
import { ScanRefused } from '#web/resources/scan/ScanRefused.ts'
import { Loading } from '#web/ui/Loading.tsx'
import { maySee } from '../menu.ts'
import { recordScreen } from '../screens.ts'

/** Looks up a scanned code from anywhere: the label of a device, a work order, a product. Opens what it finds. */
export function useScanLookup(): { place: ReactNode; open: () => void } {
  const navigate = useNavigate()
  const user = useUser()
  const [isOpen, setIsOpen] = useState(false)
  const lookUp = async (code: string) => {
    const kind = kindOfScan(code)
    // Addresses end up in histories and logs, and a badge is a credential.
    if (kind === 'user_qr_code') throw new ScanRefused('badge')
    const { match } = await request<typeof findScanned>('GET', '/scan/:kind', {
      params: { kind },
      query: { code },
    })
    const found = recordScreen(match.object_ref, match.object_id)
    if (!found || !maySee(user, found.screen)) throw new ScanRefused('no_access')
    setIsOpen(false)
    await navigate(found.address)
  }
  return {
    open: () => setIsOpen(true),
    place: isOpen && (
      <Suspense fallback={<Loading what="dialog" />}>
        <LazyScanDialog kind="part_number" onScan={lookUp} onClose={() => setIsOpen(false)} />
      </Suspense>
    ),
  }
}
