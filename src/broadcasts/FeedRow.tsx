import { memo } from 'react'
import { isSameName } from '#contract/accounts/names.ts'
import { useSession } from '#src/accounts/session/session.ts'
import { BroadcastCard } from './BroadcastCard.tsx'
import type { FeedItem } from './overlay.ts'
import { useBroadcastActions } from './useBroadcastActions.ts'

/** Renders again only when the broadcast itself changes. */
export const FeedRow = memo(function FeedRow({ item, isAdmin = false }: { item: FeedItem; isAdmin?: boolean }) {
  const { member } = useSession()
  const { toggleLike, remove } = useBroadcastActions()
  return (
    <BroadcastCard
      item={item}
      mayDelete={member !== null && (isAdmin || isSameName(item.user, member))}
      onLike={() => void toggleLike(item)}
      onDelete={() => void remove(item)}
    />
  )
})
