import { useDispatch } from '#src/cache/useDispatch.ts'
import { useIsPending } from '#src/cache/useIsPending.ts'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Row } from '#src/ui/Stack.tsx'
import { requestSampleListens } from '../actions.ts'
import { BringHistoryButton } from '../imports/BringHistoryButton.tsx'

interface NoTracksYetProps {
  member: string
  text?: string
  /** One more sentence below it: which tracks can be chosen. */
  more?: string
}

export function NoTracksYet({
  member,
  text = 'No tracks found',
  more = 'Tracks appear here once you have listened to something.',
}: NoTracksYetProps) {
  const { dispatch } = useDispatch()
  const isRequested = useIsPending(requestSampleListens)
  return (
    <EmptyState
      text={text}
      more={isRequested ? 'Sample listens are on their way.' : more}
      action={
        isRequested ? undefined : (
          <Row gap="s" wrap justify="center">
            <BringHistoryButton />
            <Button variant="quiet" onClick={() => void dispatch(requestSampleListens, { user: member })}>
              Get sample listens
            </Button>
          </Row>
        )
      }
    />
  )
}
