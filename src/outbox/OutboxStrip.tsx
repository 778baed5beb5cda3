import { Link, useLocation } from '@tanstack/react-router'
import { useSession } from '#src/accounts/session.ts'
import { useStatus } from '#src/accounts/useStatus.ts'
import { useConnection } from '#src/cache/connection.ts'
import { useOutboxSnapshot } from '#src/cache/outbox-of.ts'
import { useStoredAt } from '#src/cache/useStoredAt.ts'
import { fleeting } from '#src/ui/fleeting.ts'
import { Strip } from '#src/ui/Strip.tsx'
import { strip } from './OutboxStrip.css.ts'
import { stripText } from './strip-text.ts'

/** Says what a person should know of the connection and the outbox; nothing while all is well. */
export function OutboxStrip() {
  const { member } = useSession()
  const { pathname } = useLocation()
  const { isReachable } = useConnection()
  const outbox = useOutboxSnapshot()
  const status = useStatus()
  const feedFrom = useStoredAt(['broadcasts', 'feed'])
  const isSignedOut = member !== null && status !== undefined && status.viewer === null
  const said = stripText({
    isReachable,
    paused: outbox.meta.paused ?? (isSignedOut ? 'signed-out' : undefined),
    entries: outbox.entries,
    feedFrom: pathname === '/' ? feedFrom : undefined,
  })
  if (said === undefined) return null
  return (
    <div className={strip} {...fleeting}>
      <Strip action={said.leadsTo === 'login' ? <LoginLink /> : said.leadsTo === 'outbox' ? <OutboxLink /> : undefined}>
        {said.text}
      </Strip>
    </div>
  )
}

const LoginLink = () => <Link to="/login">Log In</Link>
const OutboxLink = () => <Link to="/outbox">Show</Link>
