import { Link, type LinkProps, useCanGoBack, useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import type { BackLink } from './ScreenHeader.tsx'

interface Fallback {
  /** Where the link leads after a direct visit. */
  readonly to: NonNullable<LinkProps['to']>
  /** For `/profile/$username` alone. */
  readonly params?: { readonly username: string }
  readonly label: string
}

/**
 * Returns the way back from a screen that many screens lead to: the app's previous screen, with its
 * scroll position, else `fallback`.
 */
export function useWayBack({ to, params, label }: Fallback = { to: '/', label: 'Back' }): BackLink {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const goBack = (event: MouseEvent) => {
    // A new tab opens the fallback.
    if (!canGoBack || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    router.history.back()
  }
  return {
    label: canGoBack ? 'Back' : label,
    render: (look) => <Link to={to} params={{ ...params }} onClick={goBack} {...look} />,
  }
}
