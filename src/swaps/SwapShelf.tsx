import { Link } from '@tanstack/react-router'
import { shownRows } from '#src/cache/hidden-row.ts'
import { useLive } from '#src/cache/useLive.ts'
import { listRole } from '#src/ui/list-role.ts'
import { Record } from '#src/ui/Record.tsx'
import { Section } from '#src/ui/Section.tsx'
import { Note, Text } from '#src/ui/Text.tsx'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import { findLastCompleted } from './history.ts'
import { getSwapId, type ShownSwap } from './overlay.ts'
import { songSwapsQuery } from './queries.ts'
import * as css from './SwapShelf.css.ts'
import { toSwapView } from './status.ts'
import { formatDay } from './when.ts'

interface SwapShelfProps {
  /** Undefined: the swaps are with several members, and each names its own. */
  partner?: string
  member: string
  swaps: readonly ShownSwap[]
}

/** Completed swaps: two small records each, and what both earned. Nothing without swaps. */
export const SwapShelf = ({ partner, member, swaps }: SwapShelfProps) =>
  swaps.length === 0 ? null : (
    <Section title={partner === undefined ? 'Your shelf' : `Your shelf with ${partner}`}>
      <ul className={css.shelf} {...listRole}>
        {swaps.map((swap) => (
          <li key={getSwapId(swap)} className={css.place}>
            <ShelvedSwap swap={swap} member={member} isNamed={partner === undefined} />
          </li>
        ))}
      </ul>
    </Section>
  )

/** The member's shelf of the last swaps with anyone. */
export function LastSwaps({ member }: { member: string }) {
  const { value = [] } = useLive(songSwapsQuery(member))
  return <SwapShelf member={member} swaps={findLastCompleted(shownRows(value), member)} />
}

function ShelvedSwap({ swap, member, isNamed }: { swap: ShownSwap; member: string; isNamed: boolean }) {
  const { isInitiator, own, other } = toSwapView(swap, member)
  const [a, b] = isInitiator ? [own, other] : [other, own]
  // A completed swap has both.
  if (!a.track || !b.track) return null
  return (
    <Link to="/track-swap-detail" search={{ id: String(getSwapId(swap)) }} className={css.link}>
      <span className={css.pair}>
        <Record artist={a.track.artist} title={a.track.name} side="a" />
        <Record artist={b.track.artist} title={b.track.name} side="b" />
      </span>
      <span className={css.ratings}>
        <Rating side="a" track={a.track.name} earned={b.reaction ?? 0} />
        <Rating side="b" track={b.track.name} earned={a.reaction ?? 0} />
      </span>
      {isNamed ? (
        <span className={css.name}>
          <Note as="span" oneLine>
            <bdi>{other.user}</bdi>
          </Note>
        </span>
      ) : (
        <Note as="span">{formatDay(swap.completed_timestamp ?? swap.swap_initiated_timestamp)}</Note>
      )}
    </Link>
  )
}

const Rating = ({ side, track, earned }: { side: 'a' | 'b'; track: string; earned: number }) => (
  <Text as="span" tone={side} strong>
    <VisuallyHidden>
      <bdi>{track}</bdi>{' '}
    </VisuallyHidden>
    +{earned}
    <VisuallyHidden> swag</VisuallyHidden>{' '}
  </Text>
)
