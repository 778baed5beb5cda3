import { Link } from '@tanstack/react-router'
import { Screen } from '#src/shell/Screen.tsx'
import { ScreenHeader } from '#src/shell/ScreenHeader.tsx'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'

/** A route of the spec whose screen is still to be built. A test counts them; the count can only fall. */
export function NotHereYet({ title }: { title: string }) {
  return (
    <Screen header={<ScreenHeader title={title} />}>
      <EmptyState
        text="This screen is not here yet."
        more="Its place is kept: it comes with one of the next versions."
        action={
          <Button variant="quiet" render={(look) => <Link to="/" {...look} />}>
            Back to Feed
          </Button>
        }
      />
    </Screen>
  )
}
