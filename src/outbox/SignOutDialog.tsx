import { useSession } from '#src/accounts/session/session.ts'
import { useConnection } from '#src/cache/connection.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Text } from '#src/ui/Text.tsx'
import { useUnsent } from './useUnsent.ts'

export function SignOutDialog({ onClose }: { onClose: () => void }) {
  const { member, leave, sendNow } = useSession()
  const { isReachable } = useConnection()
  const { count } = useUnsent()
  const isOne = count === 1
  return (
    <Dialog
      onClose={onClose}
      title={count === 0 ? 'All is sent' : `${count} ${isOne ? 'action has' : 'actions have'} not been sent`}
      actions={
        count === 0 ? (
          <Button block onClick={() => void leave('discard')}>
            Sign Out
          </Button>
        ) : (
          <>
            {isReachable && (
              <Button block onClick={() => void sendNow()}>
                Send now
              </Button>
            )}
            <Button block variant="quiet" onClick={() => void leave('keep')}>
              Keep and sign out
            </Button>
            <Button block variant="danger" onClick={() => void leave('discard')}>
              Discard and sign out
            </Button>
          </>
        )
      }
    >
      <Text tone="quiet">
        {count === 0
          ? 'Nothing is left behind on this device.'
          : `Kept, ${isOne ? 'it stays' : 'they stay'} on this device, unsent, until ${member} signs in here again. All else is removed from it.`}
      </Text>
    </Dialog>
  )
}
