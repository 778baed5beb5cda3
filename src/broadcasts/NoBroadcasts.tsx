import { EmptyState } from '#src/ui/EmptyState.tsx'
import { useHidesSystemPosts } from './fold/system-posts-setting.ts'

export function NoBroadcasts() {
  const isHiding = useHidesSystemPosts()
  return (
    <EmptyState
      icon="feed"
      text="No broadcasts yet. Be the first to share!"
      {...(isHiding && { more: 'Posts by System are hidden on this device. Settings shows them again.' })}
    />
  )
}
