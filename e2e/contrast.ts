import type { Page } from '@playwright/test'

/** A part of a screen with too little contrast. */
interface Faint {
  what: string
  contrast: number
}

/**
 * Finds text, also of disabled buttons, and edges and icons of controls, with too little contrast in bright light. Measured on the
 * browser's computed styles, layer by layer.
 */
export function faintParts(page: Page, within: string, { text = 7, mark = 3 } = {}): Promise<Faint[]> {
  return page.evaluate(
    ({ within, text, mark }) => {
      type Color = [red: number, green: number, blue: number, alpha: number]
      const canvas = document.createElement('canvas')
      canvas.width = 1
      canvas.height = 1
      const ink = canvas.getContext('2d', { willReadFrequently: true })!
      // The canvas resolves any notation of a color.
      const parse = (color: string): Color => {
        ink.clearRect(0, 0, 1, 1)
        ink.fillStyle = color
        ink.fillRect(0, 0, 1, 1)
        const [red, green, blue, alpha] = ink.getImageData(0, 0, 1, 1).data
        return [red!, green!, blue!, alpha! / 255]
      }
      const over = ([r, g, b, a]: Color, [br, bg, bb]: Color): Color => [
        r * a + br * (1 - a),
        g * a + bg * (1 - a),
        b * a + bb * (1 - a),
        1,
      ]
      const groundOf = (element: Element | null): Color => {
        if (!element) return [255, 255, 255, 1]
        const own = parse(getComputedStyle(element).backgroundColor)
        return own[3] === 1 ? own : over(own, groundOf(element.parentElement))
      }
      const fadeOf = (element: Element | null): number =>
        element ? Number(getComputedStyle(element).opacity) * fadeOf(element.parentElement) : 1
      const light = (color: Color) => {
        const [red, green, blue] = color.map((part) => {
          const share = part / 255
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
        })
        return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
      }
      const contrast = (one: Color, other: Color) => {
        const [high, low] = [light(one), light(other)].sort((a, b) => b - a)
        return Math.round(((high! + 0.05) / (low! + 0.05)) * 100) / 100
      }
      const seen = (color: string, element: Element, ground: Color) => {
        const [red, green, blue, alpha] = parse(color)
        return contrast(over([red, green, blue, alpha * fadeOf(element)], ground), ground)
      }
      const isShown = (element: Element) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        element.getBoundingClientRect().width > 1 &&
        element.getBoundingClientRect().height > 1
      const faint: Faint[] = []
      const reported = new Set<string>()
      const tell = (what: string, found: number, least: number) => {
        if (found >= least || reported.has(what)) return
        reported.add(what)
        faint.push({ what, contrast: found })
      }
      for (const element of document.querySelectorAll(`:is(${within}) :is(*)`)) {
        // Loading elements are covered by their indicator, and the mark of an empty box is transparent.
        if (!isShown(element) || element.closest('iframe, [data-loading]') || fadeOf(element) === 0) continue
        const style = getComputedStyle(element)
        const name = (element.textContent || element.getAttribute('aria-label') || element.className)
          .toString()
          .trim()
          .slice(0, 50)
        const isWriting = [...element.childNodes].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
        )
        const isField = element.matches('input:not([type=checkbox], [type=radio], [type=file]), textarea')
        if (isWriting || isField) tell(`text: ${name}`, seen(style.color, element, groundOf(element)), text)
        if (isField && element.getAttribute('placeholder'))
          tell(
            `placeholder: ${name}`,
            seen(getComputedStyle(element, '::placeholder').color, element, groundOf(element)),
            text,
          )
        if (element.matches('svg')) tell(`icon: ${name}`, seen(style.color, element, groundOf(element)), mark)
        const isBox = element.matches(
          '[type=checkbox]:not([role=switch]), [type=radio], .mantine-Switch-track',
        )
        const isPressed = element.matches('main .mantine-Button-root')
        if (!isField && !isBox && !isPressed) continue
        // A plain button is recognizable by its text.
        if (isPressed && element.matches('[data-variant=subtle]')) continue
        const around = groundOf(element.parentElement)
        const edge = style.borderTopWidth === '0px' ? 1 : seen(style.borderTopColor, element, around)
        tell(`edge: ${name}`, Math.max(edge, contrast(groundOf(element), around)), mark)
      }
      return faint
    },
    { within, text, mark },
  )
}
