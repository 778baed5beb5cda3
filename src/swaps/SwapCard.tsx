import { memo } from 'react'
import { useWait, waitText } from '#src/cache/useWait.ts'
import { CardLink } from '#src/ui/CardLink.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { Sleeve } from '#src/ui/Sleeve.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Note, Text } from '#src/ui/Text.tsx'
import type { HistoryItem } from './history.ts'
import { getSwapId, type ShownSwap } from './overlay.ts'
import { StatusBadge } from './StatusBadge.tsx'
import * as css from './SwapCard.css.ts'
import { type SwapTrack, toSwapView } from './status.ts'
import { storePendingId } from './stored.ts'
import { formatDay } from './when.ts'

/** A swap in the history: both sleeves, status, date and partner, with a link to its detail. */
export const SwapCard = memo(function SwapCard({ item, member }: { item: HistoryItem; member: string }) {
  const { swap, status } = item
  const { isInitiator, own, other } = toSwapView(swap, member)
  const id = getSwapId(swap)
  const quote = other.reactionText ?? other.track?.text
  return (
    <CardLink
      to="/track-swap-detail"
      search={{ id: String(id) }}
      onClick={() => {
        if (id > 0) storePendingId(id)
      }}
    >
      <Stack gap="m">
        <Row justify="between" gap="s" wrap>
          <StatusBadge status={status} />
          <Note as="span">{formatDay(swap.swap_initiated_timestamp)}</Note>
        </Row>
        <Row gap="m" wrap>
          <span className={css.pair} aria-hidden="true">
            <Half track={own.track} side={isInitiator ? 'a' : 'b'} />
            <Half track={other.track} side={isInitiator ? 'b' : 'a'} />
          </span>
          <span className={css.words}>
            <Note as="span">Matched with:</Note>
            <Text as="span" strong>
              {other.user}
            </Text>
          </span>
        </Row>
        {status === 'completed' && (
          <div className={css.foot}>
            <Text as="span" strong>
              Swap Results
            </Text>
            <div className={css.swag}>
              <Swag owner="Your track" swag={other.reaction} />
              <Swag owner="Their track" swag={own.reaction} />
            </div>
          </div>
        )}
        {quote !== undefined && (
          <Note as="span" oneLine>
            “{quote}”
          </Note>
        )}
        <UnsentNote swap={swap} />
      </Stack>
    </CardLink>
  )
})

/** One sleeve of the pair, or its place on the shelf while no track has been sent. */
const Half = ({ track, side }: { track: SwapTrack | undefined; side: 'a' | 'b' }) => (
  <span className={css.half[side]}>{track && <Sleeve artist={track.artist} title={track.name} size="s" />}</span>
)

const Swag = ({ owner, swag }: { owner: string; swag: number | null }) => (
  <Note as="span">
    {owner}:{' '}
    <Text as="strong" tone="swag">
      +{swag ?? 0}&nbsp;swag
    </Text>
  </Note>
)

function UnsentNote({ swap: { waiting, refused } }: { swap: ShownSwap }) {
  const wait = useWait(waiting)
  if (refused)
    return (
      <div className={css.refused}>
        <Icon name="warning" size="s" />
        Not sent: {refused.failure?.sentence ?? 'it was refused.'}
      </div>
    )
  // An action that is about to be sent needs no sign.
  if (wait === undefined) return null
  return (
    <div className={css.note}>
      <Icon name="clock" size="s" />
      {waitText(wait)}
    </div>
  )
}
