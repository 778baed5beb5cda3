import { useLocation } from '@tanstack/react-router'
import { FeedAside } from '#src/broadcasts/FeedAside.tsx'
import { ConversationsAside } from '#src/messages/ConversationsAside.tsx'

/** The aside of a wide window: beside the feed, and beside a conversation. */
export function ScreenAside() {
  const { pathname } = useLocation()
  return pathname === '/' ? <FeedAside /> : <ConversationsAside />
}
