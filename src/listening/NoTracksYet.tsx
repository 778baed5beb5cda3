import { useDispatch } from '#src/cache/useDispatch.ts'
import { useIsOnItsWay } from '#src/cache/useIsOnItsWay.ts'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { requestSampleListens } from './actions.ts'

/** Nothing to choose from: a newcomer can ask the demo for sample listens. */
export function NoTracksYet({ member }: { member: string }) {
  const { dispatch } = useDispatch()
  const isAsked = useIsOnItsWay(requestSampleListens)
  return (
    <EmptyState
      text="No tracks found"
      more={isAsked ? 'Sample listens are on their way.' : 'Tracks appear here once you have listened to something.'}
      action={
        isAsked ? undefined : (
          <Button variant="quiet" onClick={() => void dispatch(requestSampleListens, { user: member })}>
            Get sample listens
          </Button>
        )
      }
    />
  )
}
