import { EmptyState } from '#src/ui/EmptyState.tsx'

export const NothingFollowed = () => (
  <EmptyState
    icon="feed"
    text="Nothing from members you follow yet."
    more="Follow members to see their broadcasts here."
    link={{ text: 'Find Members', to: '/friends' }}
  />
)
