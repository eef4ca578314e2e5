import { Component, type ReactNode } from 'react'

interface FailureBoundaryProps {
  children: ReactNode
  /** Replaces what failed. */
  fallback: (failure: unknown) => ReactNode
  onFailure?: (failure: unknown) => void
  /** The failed part is retried at another address. */
  address?: string | undefined
}

/** Shows a fallback if its content fails. */
export class FailureBoundary extends Component<FailureBoundaryProps, { failure: unknown }> {
  override state: { failure: unknown } = { failure: undefined }

  static getDerivedStateFromError(failure: unknown) {
    return { failure: failure ?? new Error() }
  }

  override componentDidCatch(failure: unknown) {
    this.props.onFailure?.(failure)
  }

  override componentDidUpdate(before: FailureBoundaryProps) {
    if (this.state.failure !== undefined && before.address !== this.props.address)
      this.setState({ failure: undefined })
  }

  override render() {
    const { failure } = this.state
    return failure === undefined ? this.props.children : this.props.fallback(failure)
  }
}
