import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import * as v from 'valibot'
import { useScreenPathname } from '#src/accounts/session/useScreenPath.ts'
import { useConnection } from '#src/cache/connection.ts'
import { useOutboxSnapshot } from '#src/cache/query-outbox.ts'
import { LazyComponent } from '#src/ui/LazyComponent.tsx'
import { transientMarker } from '#src/ui/markers.ts'
import { Strip } from '#src/ui/Strip.tsx'
import { disconnectedText } from './disconnected-text.ts'
import * as css from './OutboxStrip.css.ts'
import { countUnsent } from './silent-actions.ts'

/** Loaded after the first paint: all states but *offline*. */
const stateStrip = async () => (await import('./StateStrip.tsx')).StateStrip

/** The strip with the state of connection and outbox; empty while both are fine. */
export function OutboxStrip() {
  const pathname = useScreenPathname()
  const { isReachable } = useConnection()
  const outbox = useOutboxSnapshot()
  const storedAt = useStoredAt(['broadcasts', 'feed'])
  const isFeed = pathname === '/'
  const feedFrom = isFeed ? storedAt : undefined
  const { text, leadsTo } = disconnectedText(feedFrom, countUnsent(outbox.entries))
  const link = leadsTo.length > 0 && pathname !== '/settings/device' && <Link to="/settings/device">Show</Link>
  return (
    <>
      {isFeed && (
        // The hidden strip for an offline start. It is part of the frame and of the stored feed
        // HTML, where the boot script shows it without a network: otherwise the app's first render
        // would move the feed down.
        <div className={css.strip} data-offline="" hidden>
          <Strip action={link}>
            <span className={css.says} data-says={text} />
          </Strip>
        </div>
      )}
      <LazyComponent
        load={stateStrip}
        props={{ feedFrom }}
        fallback={
          !isReachable && (
            <div className={css.strip} {...transientMarker}>
              <Strip action={link}>{text}</Strip>
            </div>
          )
        }
      />
    </>
  )
}

const Requested = v.object({ requestedAt: v.number() })

function useStoredAt(queryKey: readonly unknown[]): number | undefined {
  const stored = v.safeParse(Requested, useQueryClient().getQueryData(queryKey))
  return stored.success ? stored.output.requestedAt : undefined
}
