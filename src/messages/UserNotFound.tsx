import { ButtonLink } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'

export function UserNotFound() {
  return <EmptyState icon="profile" text="User not found." action={<BackToFeed />} />
}

export const BackToFeed = () => (
  <ButtonLink variant="quiet" size="s" to="/">
    Back to Feed
  </ButtonLink>
)
