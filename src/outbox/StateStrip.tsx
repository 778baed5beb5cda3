import { useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useSession } from '#src/accounts/session/session.ts'
import { useScreenPath } from '#src/accounts/session/useScreenPath.ts'
import { useConnection } from '#src/cache/connection.ts'
import { useOutboxSnapshot } from '#src/cache/query-outbox.ts'
import { retryOutdated, useOutdatedUntil } from '#src/cache/useOutdatedUntil.ts'
import { useStatus } from '#src/status/useStatus.ts'
import { Button } from '#src/ui/Button.tsx'
import { Strip } from '#src/ui/Strip.tsx'
import { transientMarker } from '#src/ui/transient-marker.ts'
import * as css from './OutboxStrip.css.ts'
import { stripText } from './strip-text.ts'

interface StateStripProps {
  /** When the rendered feed was requested, in ms since 1970; undefined if no feed is rendered. */
  feedFrom: number | undefined
}

export function StateStrip({ feedFrom }: StateStripProps) {
  const { member } = useSession()
  const next = useScreenPath()
  const { pathname } = useLocation()
  const { isReachable, isSlow } = useConnection()
  const outdatedUntil = useOutdatedUntil()
  const outbox = useOutboxSnapshot()
  const status = useStatus()
  const isSignedOut = member !== null && status !== undefined && status.viewer === null
  const text = stripText({
    isReachable,
    isSlow,
    outdatedUntil,
    paused: outbox.meta.paused ?? (isSignedOut ? 'signed-out' : undefined),
    isSuspended: status?.is_suspended === true,
    entries: outbox.entries,
    feedFrom,
  })
  if (text === undefined) return null
  const links = {
    retry: <Retry key="retry" />,
    // A link to the screen that is shown leads nowhere.
    login: pathname !== '/login' && (
      <Link key="login" to="/login" search={{ next }}>
        Log In
      </Link>
    ),
    outbox: pathname !== '/settings/device' && (
      <Link key="outbox" to="/settings/device">
        Show
      </Link>
    ),
  }
  return (
    <div className={css.strip} {...transientMarker}>
      <Strip action={text.leadsTo.map((link) => links[link])}>{text.text}</Strip>
    </div>
  )
}

function Retry() {
  const client = useQueryClient()
  return (
    <Button variant="text" size="s" onClick={() => void retryOutdated(client)}>
      Try Again
    </Button>
  )
}
