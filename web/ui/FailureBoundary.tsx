import { Component, type ReactNode } from 'react'

interface FailureBoundaryProps {
  children: ReactNode
  /** What stands in place of what failed. */
  fallback: (failure: unknown) => ReactNode
  onFailure?: (failure: unknown) => void
  /** What failed is tried again at another address. */
  address?: string | undefined
}

/** Shows something else in place of what fails inside it. */
export class FailureBoundary extends Component<FailureBoundaryProps, { failure: unknown }> {
  override state = { failure: undefined as unknown }

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
