import type { Playing } from '#contract/listening/now-playing.ts'
import { useSession } from '#src/accounts/session/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { RowButton } from '#src/ui/RowButton.tsx'
import { Row } from '#src/ui/Stack.tsx'
import { useTrackActions } from '../-screens/useTrackActions.ts'

/** None until the server knows the track, which is when it has been scrobbled once. */
export function PlayingActions({ playing }: { playing: Playing }) {
  const { member } = useSession()
  const { broadcast, swap } = useTrackActions(member)
  const { track_id: id, track: title, artist } = playing
  if (id === null) return null
  return (
    <Row gap="s" wrap>
      <Button size="s" onClick={() => broadcast({ id, title, artist })}>
        Broadcast This
      </Button>
      <RowButton onClick={() => swap({ id, title, artist })}>Swap This</RowButton>
    </Row>
  )
}
