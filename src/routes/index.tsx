import { createFileRoute, Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useSession } from '#src/accounts/session.ts'
import { useStatus } from '#src/accounts/useStatus.ts'
import { FeedScreenBody } from '#src/broadcasts/FeedScreenBody.tsx'
import { feedQuery } from '#src/broadcasts/queries.ts'
import { prefetchLive } from '#src/cache/live.ts'
import { useLive } from '#src/cache/useLive.ts'
import { Screen } from '#src/shell/Screen.tsx'
import { ScreenHeader } from '#src/shell/ScreenHeader.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'

const MessagesPanel = lazy(async () => ({ default: (await import('#src/messages/MessagesPanel.tsx')).MessagesPanel }))

export const Route = createFileRoute('/')({
  loader: ({ context: { client, member } }) => prefetchLive(client, feedQuery(member)),
  component: DiscoveryFeed,
})

function DiscoveryFeed() {
  return (
    <Screen look="flush" header={<ScreenHeader title="Flipside" sticky actions={<FeedActions />} />}>
      <FeedScreenBody />
    </Screen>
  )
}

function FeedActions() {
  const { member } = useSession()
  const unread = useStatus()?.unread_messages ?? 0
  const [isOpen, setOpen] = useState(false)
  const { askAgain, isAsking } = useLive(feedQuery(member))
  return (
    <>
      <IconButton icon="refresh" label="Refresh" aria-busy={isAsking} onClick={() => void askAgain()} />
      {member !== null && (
        <IconButton
          icon="message"
          label="Messages"
          news={unread > 0 ? `${unread} unread` : undefined}
          onClick={() => setOpen(true)}
        />
      )}
      <IconButton
        icon="plus"
        variant="primary"
        label="Broadcast a Track"
        render={(look) => <Link to="/broadcast-track" {...look} />}
      />
      <Suspense fallback={null}>
        {member !== null && isOpen && <MessagesPanel member={member} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
