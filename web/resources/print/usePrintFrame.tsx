import { type ReactNode, useRef } from 'react'

/**
 * A separate document to print, apart from the page: a label, a badge.
 * @param title names the frame for screen readers.
 * @param paper the HTML of its body; external texts go through `escapeHtml`.
 */
export function usePrintFrame(title: string, paper: string): { frame: ReactNode; print: () => void } {
  const frame = useRef<HTMLIFrameElement>(null)
  const page = `<!doctype html><title>Ullage</title>
    <style>body{font:12pt sans-serif;text-align:center}</style>${paper}`
  return {
    frame: <iframe ref={frame} title={title} hidden sandbox="allow-same-origin allow-modals" srcDoc={page} />,
    print: () => frame.current?.contentWindow?.print(),
  }
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
