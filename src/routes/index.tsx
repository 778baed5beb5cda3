import { createFileRoute } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useSession } from '#src/accounts/session/session.ts'
import { NotificationBell } from '#src/activity/NotificationBell.tsx'
import { row as feedRow } from '#src/broadcasts/FeedList.css.ts'
import { FeedScreenBody } from '#src/broadcasts/FeedScreenBody.tsx'
import { showsFollowing } from '#src/broadcasts/feed-choice.ts'
import { feedQuery, followingQuery } from '#src/broadcasts/queries.ts'
import { WelcomeAboveFeed } from '#src/broadcasts/Welcome.tsx'
import { prefetchContent } from '#src/cache/live.ts'
import { Screen } from '#src/layout/Screen.tsx'
import { ScreenHeader } from '#src/layout/ScreenHeader.tsx'
import { row } from '#src/listening/now-playing/Playing.css.ts'
import { playingRow } from '#src/listening/now-playing/playing-row.ts'
import { whenUsed } from '#src/startup/when-used.ts'
import { useStatus } from '#src/status/useStatus.ts'
import { IconButton, IconLink } from '#src/ui/IconButton.tsx'
import { LazyComponent } from '#src/ui/LazyComponent.tsx'
import { loadCode } from '#src/ui/load-code.ts'
import { useIsWide } from '#src/ui/useIsWide.ts'

const followedPlaying = async () => (await import('#src/listening/now-playing/FollowedPlaying.tsx')).FollowedPlaying
const messagesPanel = async () => (await import('#src/messages/MessagesPanel.tsx')).MessagesPanel

export const Route = createFileRoute('/')({
  staticData: { title: 'Feed', beside: 'company' },
  loader: ({ context: { client, member } }) =>
    member !== null && showsFollowing()
      ? prefetchContent(client, followingQuery(member))
      : prefetchContent(client, feedQuery(member)),
  component: DiscoveryFeed,
})

function DiscoveryFeed() {
  const { member } = useSession()
  useEffect(() => {
    const ending = new AbortController()
    saveForNextStart(member, ending.signal).catch((error: unknown) =>
      console.warn('The HTML of the feed is not stored.', error),
    )
    return () => ending.abort()
  }, [member])
  return (
    <Screen variant="flush" header={<ScreenHeader title="Flipside" sticky actions={<FeedActions />} />}>
      {member === null ? <WelcomeAboveFeed /> : <Playing member={member} />}
      <FeedScreenBody />
    </Screen>
  )
}

/**
 * Loaded only if a followed member plays a track. Reserves its row if one did when the feed opened, or
 * last time, but not for an offline start, which has nothing to show in it.
 */
function Playing({ member }: { member: string }) {
  const { now_playing = 0 } = useStatus() ?? {}
  const [isReserved] = useState(() => navigator.onLine && (playingRow.read() !== null || now_playing > 0))
  // The aside has them.
  if (useIsWide()) return null
  return (
    <LazyComponent
      load={followedPlaying}
      props={{ member, isReserved }}
      isWanted={isReserved || now_playing > 0}
      fallback={isReserved && <div className={row} />}
    />
  )
}

/** Stores the feed's HTML for the next start, once the page is used. */
async function saveForNextStart(member: string | null, signal: AbortSignal) {
  await whenUsed()
  const { saveFeedHtml } = await loadCode(() => import('#src/startup/save-feed-html.ts'), signal)
  saveFeedHtml(member, feedRow, signal)
}

function FeedActions() {
  const { member } = useSession()
  const unread = useStatus()?.unread_messages ?? 0
  const [isOpen, setOpen] = useState(false)
  // The rail has them.
  if (useIsWide() && member !== null) return null
  return (
    <>
      {member !== null && (
        <>
          <NotificationBell member={member} />
          <IconButton
            icon="message"
            label="Messages"
            news={unread > 0 ? `${unread} unread` : undefined}
            onClick={() => setOpen(true)}
          />
        </>
      )}
      <IconLink
        icon="plus"
        variant="primary"
        label="Broadcast a Track"
        {...(member === null
          ? { to: '/login' as const, search: { next: '/broadcast-track' } }
          : { to: '/broadcast-track' as const })}
      />
      {member !== null && (
        <LazyComponent load={messagesPanel} props={{ member, onClose: () => setOpen(false) }} isWanted={isOpen} />
      )}
    </>
  )
}
