import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSession } from '#src/accounts/session/session.ts'
import { useScreenPath, useScreenPathname } from '#src/accounts/session/useScreenPath.ts'
import { useConnection } from '#src/cache/connection.ts'
import { useOutboxSnapshot } from '#src/cache/query-outbox.ts'
import { retryOutdated, useRefreshError } from '#src/cache/useRefreshError.ts'
import { useStatus } from '#src/status/useStatus.ts'
import { LazyComponent } from '#src/ui/LazyComponent.tsx'
import { transientMarker } from '#src/ui/markers.ts'
import { Strip } from '#src/ui/Strip.tsx'
import * as css from './OutboxStrip.css.ts'
import { stripText } from './strip-text.ts'

/** Loaded on failure. */
const tryAgain = async () => (await import('#src/cache/TryAgain.tsx')).TryAgain

interface StateStripProps {
  /** When the rendered feed was requested, in ms since 1970; undefined if no feed is rendered. */
  feedFrom: number | undefined
}

export function StateStrip({ feedFrom }: StateStripProps) {
  const { member } = useSession()
  const next = useScreenPath()
  const pathname = useScreenPathname()
  const { isReachable, isSlow } = useConnection()
  const client = useQueryClient()
  const error = useRefreshError()
  const outbox = useOutboxSnapshot()
  const status = useStatus()
  const isSignedOut = member !== null && status !== undefined && status.viewer === null
  const text = stripText({
    isReachable,
    isSlow,
    outdated: error && (error.status === 429 ? 'limited' : 'failed'),
    paused: outbox.meta.paused ?? (isSignedOut ? 'signed-out' : undefined),
    isSuspended: status?.is_suspended === true,
    entries: outbox.entries,
    feedFrom,
  })
  if (text === undefined) return null
  const links = {
    retry: error && (
      <LazyComponent
        key="retry"
        load={tryAgain}
        props={{ live: { error, isFetching: false, refetch: () => retryOutdated(client) }, size: 's' }}
      />
    ),
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
