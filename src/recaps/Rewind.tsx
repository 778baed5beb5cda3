import type { RecapPeriod } from '#contract/recaps/periods.ts'
import { useLive } from '#src/cache/useLive.ts'
import { Calendar, ListeningClock, MonthBars } from './Charts.tsx'
import { Figures } from './Figures.tsx'
import { Changes, TopLists } from './MusicSections.tsx'
import { ChartsLink, PeriodNav } from './PeriodNav.tsx'
import { rewindQuery } from './queries.ts'
import * as css from './Recap.css.ts'
import { RecapState } from './RecapState.tsx'
import { ShareCard } from './ShareCard.tsx'

export function Rewind({ member, period }: { member: string; period: RecapPeriod }) {
  const span = period.kind === 'year' ? 'year' : 'month'
  const live = useLive(rewindQuery(member, period.id))
  return (
    <>
      <PeriodNav period={period} firstDay={live.value?.needs_listens === 1 ? undefined : live.value?.first_day} />
      <RecapState live={live} failed="Failed to load the rewind" noun={span}>
        {(recap) => (
          <>
            <Figures recap={recap} noun={span} />
            <ShareCard recap={recap} period={period} member={member} />
            <div className={css.sections}>
              <div className={span === 'year' ? css.whole : undefined}>
                <Calendar recap={recap} span={span} />
              </div>
              {/* The calendar of a month shows its days. */}
              {span === 'year' && <MonthBars recap={recap} />}
              <ListeningClock recap={recap} />
              <TopLists recap={recap} period={period} />
              <Changes recap={recap} noun={span} />
            </div>
          </>
        )}
      </RecapState>
      <ChartsLink period={period} />
    </>
  )
}
