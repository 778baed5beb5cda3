import { ButtonLink } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'

export function UserNotFound() {
  return <EmptyState icon="profile" text="User not found." link={{ text: 'Back to Feed', to: '/' }} />
}

export const BackToFeed = () => (
  <ButtonLink variant="quiet" size="s" to="/">
    Back to Feed
  </ButtonLink>
)
