import { Link } from '@tanstack/react-router'
import { Screen } from '#src/layout/Screen.tsx'
import { ScreenHeader } from '#src/layout/ScreenHeader.tsx'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'

/** Screen for a path that matches no route. */
export function NotFoundScreen() {
  return (
    <Screen header={<ScreenHeader title="404 Page Not Found" />}>
      <EmptyState
        text="There is nothing at this address."
        action={
          <Button variant="quiet" render={(linkProps) => <Link to="/" {...linkProps} />}>
            Back to Feed
          </Button>
        }
      />
    </Screen>
  )
}
