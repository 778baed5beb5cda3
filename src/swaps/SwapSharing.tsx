import { isDeletedMember } from '#contract/accounts/deleted-member.ts'
import { useDispatch } from '#src/cache/useDispatch.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { shareLink } from '#src/ui/share-link.ts'
import { Text } from '#src/ui/Text.tsx'
import { Title } from '#src/ui/Title.tsx'
import { getSwapId, type ShownSwap, type SwapOfMember } from './overlay.ts'
import { setSwapSharing } from './share/actions.ts'
import { toSwapView } from './status.ts'
import { Unsent } from './Unsent.tsx'

export const isOfSharing = ({ refused, waiting }: ShownSwap): boolean =>
  (refused ?? waiting)?.action === setSwapSharing.name

/** Not on hosts that do not share results. */
export function SwapSharing({ swap, member }: SwapOfMember) {
  const { dispatch } = useDispatch()
  const { isInitiator, other } = toSwapView(swap, member)
  const { shares } = swap
  if (shares === undefined || isDeletedMember(other.user)) return null
  const [isOwn, isOther] = isInitiator ? [shares.initiated, shares.matched] : [shares.matched, shares.initiated]
  const isPublic = isOwn && isOther
  const set = (isShared: boolean) => void dispatch(setSwapSharing, { user: member, swapId: getSwapId(swap), isShared })
  return (
    <Card>
      <Stack as="section" gap="m">
        <Stack gap="xs">
          <Title>{toTitle(other.user, isOwn, isOther)}</Title>
          <Text tone="quiet">{isPublic ? PUBLIC : EXPLANATION}</Text>
        </Stack>
        {isOfSharing(swap) && <Unsent swap={swap} />}
        <Row gap="s" wrap>
          {/* The link works once the server has the agreement. */}
          {isPublic && swap.waiting === undefined && (
            <Button
              block
              onClick={() =>
                void shareLink({ title: 'Track Swap Results', path: `/track-swap-results?id=${getSwapId(swap)}` })
              }
            >
              Share Link
            </Button>
          )}
          {/* One button for all states: the pressed one retains the focus. */}
          <Button block variant={isOther && !isOwn ? 'secondary' : 'quiet'} onClick={() => set(!isOwn)}>
            {toLabel(isOwn, isOther)}
          </Button>
        </Row>
      </Stack>
    </Card>
  )
}

const EXPLANATION =
  'If you both agree, anyone can open a page with both tracks and ratings. What you wrote to each other is not on it.'
const PUBLIC =
  'Anyone can open the page, unless one of you has a private profile. Either of you can end it at any time.'

function toLabel(isOwn: boolean, isOther: boolean): string {
  if (isOwn) return 'Stop Sharing'
  return isOther ? 'Agree' : 'Share Results'
}

function toTitle(other: string, isOwn: boolean, isOther: boolean): string {
  if (isOwn) return isOther ? `You and ${other} share the results` : `Waiting for ${other} to agree`
  return isOther ? `${other} wants to share the results` : 'Share the results'
}
