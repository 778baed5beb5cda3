import { Link } from '@tanstack/react-router'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'

/** Screen for an unknown member. */
export function UserNotFound() {
  return <EmptyState icon="profile" text="User not found." action={<BackToFeed />} />
}

export const BackToFeed = () => (
  <Button variant="quiet" size="s" render={(linkProps) => <Link to="/" {...linkProps} />}>
    Back to Feed
  </Button>
)
