import { type ErrorComponentProps } from '@tanstack/react-router'
import { Screen } from '#src/layout/Screen.tsx'
import { ScreenHeader } from '#src/layout/ScreenHeader.tsx'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { useScreenTitle } from '#src/ui/screen-title.ts'

/** Every error but an unreachable server or a refusal. */
export function BugScreen({ error }: ErrorComponentProps) {
  useScreenTitle('Something went wrong')
  return (
    <Screen header={<ScreenHeader title="Something went wrong" back={{ label: 'Back to Feed', to: '/' }} />}>
      <EmptyState
        icon="warning"
        text="This screen has failed. Your earlier actions are stored on this device."
        more={error instanceof Error ? error.message : String(error)}
        action={<Button onClick={() => location.reload()}>Reload</Button>}
      />
    </Screen>
  )
}
