import { useNavigate } from '@tanstack/react-router'
import { useDispatch } from '#src/cache/useDispatch.ts'
import { useWait, waitText } from '#src/cache/useWait.ts'
import { useHostAdds } from '#src/status/useHostAdds.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button, ButtonLink } from '#src/ui/Button.tsx'
import { RowButton } from '#src/ui/RowButton.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Strip } from '#src/ui/Strip.tsx'
import { Text } from '#src/ui/Text.tsx'
import { rateSwap, sendSwapTrack, startSwap, withdrawSwap } from './actions.ts'
import { getSwapId, type ShownSwap } from './overlay.ts'
import { setSwapSharing } from './share/actions.ts'

/** The pending actions of a swap, and their errors; renders nothing if all are sent. */
export function Unsent({ swap }: { swap: ShownSwap }) {
  if (swap.refused) return <RefusedAction swap={swap} entry={swap.refused} />
  return swap.waiting ? <WaitingAction entry={swap.waiting} /> : null
}

type Entry = NonNullable<ShownSwap['waiting']>

function WaitingAction({ entry }: { entry: Entry }) {
  const wait = useWait(entry)
  const { discard } = useDispatch()
  const navigate = useNavigate()
  // An action that is about to be sent needs no sign; without a connection it waits.
  if (wait === undefined) return null
  const undo = async () => {
    if ((await discard(entry)) && entry.action === startSwap.name) await navigate({ to: '/track-swap-history' })
  }
  const mayUndo = entry.status === 'queued' && entry.attempts === 0
  const button = <RowButton onClick={() => void undo()}>Undo</RowButton>
  const when = wait === 'connection' ? 'It is sent when you are back online.' : `${waitText(wait)}.`
  return (
    <Strip action={mayUndo && button}>
      {texts[entry.action]?.[0] ?? 'Saved.'} {when}
    </Strip>
  )
}

/** For each action: that it waits, and the spec's error text. */
const texts: Readonly<Record<string, readonly [waiting: string, failure: string]>> = {
  [startSwap.name]: ['Track swap saved.', 'Failed to initiate song swap'],
  [sendSwapTrack.name]: ['Your track is saved.', 'Failed to send track'],
  [rateSwap.name]: ['Your rating is saved.', 'Failed to rate track'],
  [setSwapSharing.name]: ['Your choice is saved.', 'Failed to change what you share'],
}

function RefusedAction({ swap, entry }: { swap: ShownSwap; entry: Entry }) {
  const { discard, dispatch, retry } = useDispatch()
  const canWithdraw = useHostAdds() && entry.action === startSwap.name && entry.madeId !== undefined
  const discardSwap = async () => {
    // The server has the swap without its track: it is withdrawn, or it would stay pending.
    if ((await discard(entry)) && canWithdraw)
      await dispatch(withdrawSwap, { user: swap.initiated_user, swapId: getSwapId(swap) })
  }
  const failure = texts[entry.action]?.[1] ?? 'This could not be sent'
  const sentence = entry.failure?.sentence
  const isStart = entry.action === startSwap.name
  return (
    <Alert>
      <Stack gap="s">
        <Text strong>{failure}</Text>
        {sentence !== undefined && sentence !== failure && <Text>{sentence}</Text>}
        <Row gap="s" wrap>
          {!isAlreadyRated(entry) && (
            <Button size="s" onClick={() => void retry(entry)}>
              Try Again
            </Button>
          )}
          {isStart && (
            <ButtonLink size="s" variant="quiet" to="/track-swap" search={{ find: '' }}>
              Find User
            </ButtonLink>
          )}
          <RowButton onClick={() => void discardSwap()}>
            {isAlreadyRated(entry) ? 'OK' : isStart ? `Discard the swap with ${swap.matched_user}` : 'Discard'}
          </RowButton>
        </Row>
      </Stack>
    </Alert>
  )
}

/** Returns whether a retry would change nothing: the swap was already rated, here or elsewhere. */
const isAlreadyRated = ({ failure }: Entry) => failure?.code === 'already_rated'
