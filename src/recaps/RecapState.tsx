import type { ReactNode } from 'react'
import type { Recap } from '#contract/recaps/recap.ts'
import { QueryState } from '#src/cache/QueryState.tsx'
import type { Live } from '#src/cache/useLive.ts'
import { BringHistoryButton } from '#src/listening/imports/BringHistoryButton.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Note } from '#src/ui/Text.tsx'

interface RecapStateProps<R extends Recap> {
  live: Live<R | null>
  failed: string
  /** 'week', 'month' or 'year'. */
  noun: string
  children: (recap: R) => ReactNode
  /** What is shown also without plays. */
  rest?: (recap: R) => ReactNode
}

export function RecapState<R extends Recap>({ live, failed, noun, children, rest }: RecapStateProps<R>) {
  return (
    <QueryState
      live={live}
      loading={<Skeleton shape="card" />}
      failed={failed}
      lacking={<EmptyState icon="clock" text="This server has no recaps of listening." />}
    >
      {(recap) => (
        <>
          {recap.needs_listens === 1 ? (
            <EmptyState
              icon="clock"
              text="Your charts come from a music service"
              more="It does not report single listens, so days, hours and streaks can't be counted."
              action={<BringHistoryButton variant="quiet" />}
            />
          ) : recap.plays === 0 ? (
            <Empty noun={noun} isOpen={recap.is_open === 1} hasListens={recap.first_day !== null} />
          ) : (
            children(recap)
          )}
          {rest?.(recap)}
          {recap.plays > 0 && (
            <Note>
              {recap.time_zone === ''
                ? 'Times are UTC.'
                : `Times are those of ${recap.time_zone.replaceAll('_', ' ')}.`}
            </Note>
          )}
        </>
      )}
    </QueryState>
  )
}

function Empty({ noun, isOpen, hasListens }: { noun: string; isOpen: boolean; hasListens: boolean }) {
  if (!hasListens)
    return (
      <EmptyState
        text="There are no listens yet"
        more="Bring your history or connect a player, and this fills by itself."
        action={<BringHistoryButton variant="quiet" />}
      />
    )
  return <EmptyState text={isOpen ? `Nothing played in this ${noun} yet` : `You played nothing in this ${noun}`} />
}
