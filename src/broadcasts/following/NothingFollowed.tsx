import { EmptyState } from '#src/ui/EmptyState.tsx'

/** Shown if the feed for followed members is empty. */
export const NothingFollowed = () => (
  <EmptyState
    icon="feed"
    text="Nothing from members you follow yet."
    more="Follow members to see their broadcasts here."
    link={{ text: 'Find Members', to: '/friends' }}
  />
)
