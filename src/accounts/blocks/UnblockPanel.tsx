import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { eyeOffIcon } from '#src/ui/later-icons.ts'
import { useFocusRestore } from '#src/ui/useFocusRestore.ts'
import { useBlockActions } from './useBlockActions.ts'

/** Replaces a blocked member's profile. */
export function UnblockPanel({ name }: { name: string }) {
  const { unblockOrUnmute } = useBlockActions(name)
  useFocusRestore()
  return (
    <EmptyState
      icon={eyeOffIcon}
      text={`You have blocked ${name}.`}
      more="You can't see each other's profiles and posts."
      action={
        <Button variant="quiet" onClick={() => void unblockOrUnmute('block')}>
          Unblock
        </Button>
      }
    />
  )
}
