import { useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useSession } from '#src/accounts/session/session.ts'
import { useConnection } from '#src/cache/connection.ts'
import { useOutboxSnapshot } from '#src/cache/query-outbox.ts'
import { retryOutdated, useIsOutdated } from '#src/cache/useIsOutdated.ts'
import { useStoredAt } from '#src/cache/useStoredAt.ts'
import { useStatus } from '#src/status/useStatus.ts'
import { Button } from '#src/ui/Button.tsx'
import { Strip } from '#src/ui/Strip.tsx'
import { transientMarker } from '#src/ui/transient-marker.ts'
import * as css from './OutboxStrip.css.ts'
import { type StripText, stripText } from './strip-text.ts'

/** The strip with the state of the connection and the outbox; empty while both are fine. */
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
  const state = {
    isReachable,
    isSlow,
    isOutdated,
    paused: outbox.meta.paused ?? (isSignedOut ? ('signed-out' as const) : undefined),
    isSuspended: status?.is_suspended === true,
    entries: outbox.entries,
    feedFrom: pathname === '/' ? feedFrom : undefined,
  }
  const text = stripText(state)
  return (
    <>
      {pathname === '/' && <OfflineStartStrip links={links} text={stripText({ ...state, isReachable: false })} />}
      {text && (
        <div className={css.strip} {...transientMarker}>
          <Strip action={text.leadsTo && links[text.leadsTo]}>{text.text}</Strip>
        </div>
      )}
    </>
  )
}

/**
 * The hidden strip of an offline start. It is part of the frame and of the stored HTML of the feed,
 * where the boot script shows it without a network: otherwise the app's first render would move the
 * feed down.
 */
function OfflineStartStrip({ links, text }: { links: ReturnType<typeof linksFrom>; text: StripText | undefined }) {
  if (text === undefined) return null
  return (
    <div className={css.strip} data-offline="" hidden>
      <Strip action={text.leadsTo && links[text.leadsTo]}>
        <span className={css.says} data-says={text.text} />
      </Strip>
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

const linksFrom = (next: string) => ({
  retry: <Retry />,
  login: (
    <Link to="/login" search={{ next }}>
      Log In
    </Link>
  ),
  outbox: <Link to="/outbox">Show</Link>,
})
