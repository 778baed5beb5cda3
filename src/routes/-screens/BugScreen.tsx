import type { ErrorComponentProps } from '@tanstack/react-router'
import { Screen } from '#src/shell/Screen.tsx'
import { ScreenHeader } from '#src/shell/ScreenHeader.tsx'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'

/** A bug: everything that is neither an unreachable server nor a refusal ends here. Nothing that was kept is lost. */
export function BugScreen({ error }: ErrorComponentProps) {
  return (
    <Screen header={<ScreenHeader title="Something went wrong" />}>
      <EmptyState
        icon="warning"
        text="This screen has failed. What you did before is kept on this device."
        more={error instanceof Error ? error.message : String(error)}
        action={<Button onClick={() => location.reload()}>Reload</Button>}
      />
    </Screen>
  )
}
