import { ButtonLink } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'

/** Shown if the feed for followed members is empty. */
export const NothingFollowed = () => (
  <EmptyState
    icon="feed"
    text="Nothing from members you follow yet."
    more="Follow members to see their broadcasts here."
    action={
      <ButtonLink variant="quiet" to="/friends">
        Find Members
      </ButtonLink>
    }
  />
)
