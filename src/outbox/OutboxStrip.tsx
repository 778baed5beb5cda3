import { useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useSession } from '#src/accounts/session/session.ts'
import { useConnection } from '#src/cache/connection.ts'
import { useOutboxSnapshot } from '#src/cache/outbox-of.ts'
import { retryOutdated, useIsOutdated } from '#src/cache/useIsOutdated.ts'
import { useStoredAt } from '#src/cache/useStoredAt.ts'
import { useStatus } from '#src/status/useStatus.ts'
import { Button } from '#src/ui/Button.tsx'
import { Strip } from '#src/ui/Strip.tsx'
import * as css from './OutboxStrip.css.ts'
import { stripText } from './strip-text.ts'

/** Says what a person should know of the connection and the outbox; nothing while all is well. */
export function OutboxStrip() {
  const { member } = useSession()
  const { pathname, href } = useLocation()
  const links = linksFrom(href)
  const { isReachable, isSlow } = useConnection()
  const isOutdated = useIsOutdated()
  const outbox = useOutboxSnapshot()
  const status = useStatus()
  const feedFrom = useStoredAt(['broadcasts', 'feed'])
  const isSignedOut = member !== null && status !== undefined && status.viewer === null
  const said = stripText({
    isReachable,
    isSlow,
    isOutdated,
    paused: outbox.meta.paused ?? (isSignedOut ? ('signed-out' as const) : undefined),
    entries: outbox.entries,
    feedFrom: pathname === '/' ? feedFrom : undefined,
  })
  return (
    said && (
      <div className={css.strip}>
        <Strip action={said.leadsTo && links[said.leadsTo]}>{said.text}</Strip>
      </div>
    )
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

const linksFrom = (next: string) => ({
  retry: <Retry />,
  login: (
    <Link to="/login" search={{ next }}>
      Log In
    </Link>
  ),
  outbox: <Link to="/outbox">Show</Link>,
})
