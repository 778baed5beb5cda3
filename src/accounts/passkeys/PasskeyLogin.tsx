import { useLive } from '#src/cache/useLive.ts'
import { instanceQuery } from '#src/instance/queries.ts'
import { Button } from '#src/ui/Button.tsx'
import { findPasskeyObstacle } from './find-obstacle.ts'

/** Renders nothing if this server or this page cannot use passkeys. */
export function PasskeyLogin({ isBusy, onUse }: { isBusy: boolean; onUse: () => void }) {
  const isPossible = findPasskeyObstacle() === undefined
  const { value: instance } = useLive(instanceQuery, { enabled: isPossible })
  if (!isPossible || instance?.passkeys !== true) return null
  return (
    <Button block variant="quiet" busy={isBusy} onClick={onUse}>
      Log In with a Passkey
    </Button>
  )
}
