import type { ComponentType } from 'react'
import type { RecapPeriod } from '#contract/recaps/periods.ts'
import { RECAP_ROWS, type Recap } from '#contract/recaps/recap.ts'
import { QueryState } from '#src/cache/QueryState.tsx'
import type { Live } from '#src/cache/useLive.ts'
import { BringHistoryButton } from '#src/listening/imports/BringHistoryButton.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Note } from '#src/ui/Text.tsx'
import { ListeningClock } from './Charts.tsx'
import { Figures } from './Figures.tsx'
import { Changes, TopLists } from './MusicSections.tsx'
import { ChartsLink, PeriodNav } from './PeriodNav.tsx'
import * as css from './Recap.css.ts'
import { ShareCard } from './ShareCard.tsx'

interface RecapViewProps<R extends Recap> {
  live: Live<R | null>
  failed: string
  member: string
  period: RecapPeriod
  /** The rows per list. */
  length?: number
  /** The charts of its days. */
  Charts: ComponentType<{ recap: R }>
  /** What is shown also without plays. */
  Rest?: ComponentType<{ report: R }>
}

/** A period of the member: figures, charts and lists. */
export function RecapView<R extends Recap>({
  live,
  failed,
  member,
  period,
  length = RECAP_ROWS,
  Charts,
  Rest,
}: RecapViewProps<R>) {
  const noun = period.kind
  return (
    <>
      <PeriodNav period={period} firstDay={live.value?.needs_listens === 1 ? undefined : live.value?.first_day} />
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
              <>
                <Figures recap={recap} noun={noun} />
                <ShareCard recap={recap} period={period} member={member} />
                <div className={css.sections}>
                  <Charts recap={recap} />
                  <ListeningClock recap={recap} />
                  <TopLists recap={recap} period={period} length={length} />
                  <Changes recap={recap} noun={noun} length={length} />
                </div>
              </>
            )}
            {Rest && <Rest report={recap} />}
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
      <ChartsLink period={period} />
    </>
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
