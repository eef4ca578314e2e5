import { Tooltip, type TooltipProps } from '@mantine/core'
import {
  cloneElement,
  type FocusEvent,
  type FocusEventHandler,
  type PointerEvent,
  type PointerEventHandler,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'

/** How long the pointer must rest before the tooltip opens, ms: passing over does not open it. */
const REST_MS = 350

interface TargetProps {
  onPointerEnter?: PointerEventHandler | undefined
  onPointerLeave?: PointerEventHandler | undefined
  onFocus?: FocusEventHandler | undefined
  onBlur?: FocusEventHandler | undefined
}

interface HintProps extends Pick<TooltipProps, 'disabled' | 'multiline' | 'maw' | 'position'> {
  /** As a function, it is called when the tooltip opens; an empty label shows nothing. */
  label: ReactNode | (() => ReactNode)
  /** An element that passes pointer and focus handlers on to the document. */
  children: ReactElement<TargetProps>
}

/**
 * A tooltip for a mouse that rests on an element and for the keyboard; Escape closes it. The tooltip mounts on first use: a list has
 * hundreds, and each would take longer than the row that it explains. Passes on what a `Menu.Target` around it adds to its child.
 */
export function Hint({ children, label, disabled, multiline, maw, position, ...passed }: HintProps) {
  // A ref object, because Mantine accepts an SVG element in no other form.
  const [target, setTarget] = useState<RefObject<HTMLElement> | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const close = () => {
    clearTimeout(timer.current)
    setTarget(null)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const own = children.props
  return (
    <>
      {cloneElement(children, {
        ...passed,
        onPointerEnter: (event: PointerEvent<HTMLElement>) => {
          own.onPointerEnter?.(event)
          const { currentTarget, pointerType } = event
          if (pointerType === 'mouse')
            timer.current = setTimeout(() => setTarget({ current: currentTarget }), REST_MS)
        },
        onPointerLeave: (event: PointerEvent<HTMLElement>) => {
          own.onPointerLeave?.(event)
          close()
        },
        onFocus: (event: FocusEvent<HTMLElement>) => {
          own.onFocus?.(event)
          const { currentTarget } = event
          if (currentTarget.matches(':focus-visible')) setTarget({ current: currentTarget })
        },
        onBlur: (event: FocusEvent<HTMLElement>) => {
          own.onBlur?.(event)
          close()
        },
      })}
      {target && <Shown {...{ label, disabled, multiline, maw, position, target }} onClose={close} />}
    </>
  )
}

function Shown({ label, target, onClose, ...tooltip }: Omit<HintProps, 'children'> & ShownProps) {
  useEffect(() => {
    const closeOnEscape = ({ key }: KeyboardEvent) => key === 'Escape' && onClose()
    document.addEventListener('keydown', closeOnEscape)
    return () => document.removeEventListener('keydown', closeOnEscape)
  })
  const shown = typeof label === 'function' ? label() : label
  return shown ? <Tooltip {...tooltip} label={shown} target={target} opened /> : null
}

interface ShownProps {
  target: RefObject<HTMLElement>
  onClose: () => void
}
