import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call, download } from '#web/platform/calls/api.ts'
import { toastRefusal } from '#web/platform/toast.ts'
import { downloadBlob } from '#web/ui/downloadBlob.ts'
import { PrintPreview } from './PrintPreview.tsx'

interface Printed {
  print: { title: string; html: string }
}

/**
 * Shows the print of a call, to print it or save it as a PDF. `show` takes the address of the call; `preview` may be placed anywhere.
 * @param name of the PDF, if the response has none
 */
export function usePaper(name: string): {
  show: (address: string) => void
  isPending: boolean
  preview: ReactNode
} {
  const [shown, setShown] = useState<Printed['print'] & { address: string }>()
  const print = useMutation({
    mutationFn: async (address: string) => ({ address, ...(await call<Printed>('GET', address)).print }),
    onSuccess: setShown,
    onError: toastRefusal,
  })
  const save = useMutation({
    mutationFn: async (address: string) => {
      const file = await download(`${address}${address.includes('?') ? '&' : '?'}format=pdf`)
      downloadBlob(file.blob, file.name ?? name)
    },
    onError: toastRefusal,
  })
  return {
    show: (address) => print.mutate(address),
    isPending: print.isPending,
    preview: shown && (
      <PrintPreview
        title={shown.title}
        html={shown.html}
        onPdf={() => save.mutate(shown.address)}
        onClose={() => setShown(undefined)}
      />
    ),
  }
}
