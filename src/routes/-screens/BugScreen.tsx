import { type ErrorComponentProps } from '@tanstack/react-router'
import { Screen } from '#src/layout/Screen.tsx'
import { ScreenHeader } from '#src/layout/ScreenHeader.tsx'
import { Button } from '#src/ui/Button.tsx'
import { LazyComponent } from '#src/ui/LazyComponent.tsx'
import { useScreenTitle } from '#src/ui/screen-title.ts'

const emptyState = async () => (await import('#src/ui/EmptyState.tsx')).EmptyState

const reload = <Button onClick={() => location.reload()}>Reload</Button>

/** Every error but an unreachable server or a refusal. */
export function BugScreen({ error }: ErrorComponentProps) {
  useScreenTitle('Something went wrong')
  return (
    <Screen header={<ScreenHeader title="Something went wrong" back={{ label: 'Back to Feed', to: '/' }} />}>
      <LazyComponent
        load={emptyState}
        props={{
          icon: 'warning',
          text: 'This screen has failed. Your earlier actions are stored on this device.',
          more: error instanceof Error ? error.message : String(error),
          action: reload,
        }}
        fallback={reload}
      />
    </Screen>
  )
}
