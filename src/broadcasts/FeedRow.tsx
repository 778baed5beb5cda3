import { useNavigate } from '@tanstack/react-router'
import { memo } from 'react'
import { isSameName } from '#contract/accounts/names.ts'
import { useSession } from '#src/accounts/session/session.ts'
import { BroadcastCard } from './BroadcastCard.tsx'
import type { FeedItem } from './overlay.ts'
import { useBroadcastActions } from './useBroadcastActions.ts'

interface FeedRowProps {
  item: FeedItem
  isAdmin?: boolean
}

const getCurrentPath = () => location.pathname + location.search

/**
 * One broadcast with the member's actions on it. Renders again only when the broadcast itself
 * changes.
 */
export const FeedRow = memo(function FeedRow({ item, isAdmin = false }: FeedRowProps) {
  const { member } = useSession()
  const { toggleLike, remove } = useBroadcastActions()
  const navigate = useNavigate()
  return (
    <BroadcastCard
      item={item}
      mayDelete={member !== null && (isAdmin || isSameName(item.user, member))}
      onLike={() =>
        void (member === null ? navigate({ to: '/login', search: { next: getCurrentPath() } }) : toggleLike(item))
      }
      onDelete={() => void remove(item)}
    />
  )
})
