import { Screen } from '#src/layout/Screen.tsx'
import { ScreenHeader } from '#src/layout/ScreenHeader.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'

export function NotFoundScreen() {
  return (
    <Screen header={<ScreenHeader title="404 Page Not Found" />}>
      <EmptyState text="There is nothing at this address." link={{ text: 'Back to Feed', to: '/' }} />
    </Screen>
  )
}
