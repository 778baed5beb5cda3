import { parsePeriod, type RecapPeriod } from '#contract/recaps/periods.ts'
import { useLive } from '#src/cache/useLive.ts'
import { ListeningClock, WeekBars } from './Charts.tsx'
import { Figures } from './Figures.tsx'
import { FriendsBroadcasts } from './FriendsBroadcasts.tsx'
import { Changes, TopLists } from './MusicSections.tsx'
import type { WeeklyReport as WeeklyReportResponse } from './overlay.ts'
import { ChartsLink, PeriodNav } from './PeriodNav.tsx'
import { findReportedWeek, weeklyReportQuery } from './queries.ts'
import * as css from './Recap.css.ts'
import { RecapState } from './RecapState.tsx'
import { ShareCard } from './ShareCard.tsx'

const LENGTH = 5

/** Returns the period in a URL; without a valid one the last complete week. */
export const toRecapPeriod = (id: unknown): RecapPeriod =>
  (typeof id === 'string' ? parsePeriod(id) : undefined) ?? findReportedWeek()

/** The member's week: figures, charts, lists, and what followed members broadcast. */
export function WeekReport({ member, week }: { member: string; week: RecapPeriod }) {
  const live = useLive(weeklyReportQuery(member, week.id))
  return (
    <>
      <PeriodNav period={week} firstDay={live.value?.needs_listens === 1 ? undefined : live.value?.first_day} />
      <RecapState live={live} failed="Failed to load your week" noun="week" rest={toFriends}>
        {(report) => (
          <>
            <Figures recap={report} noun="week" />
            <ShareCard recap={report} period={week} member={member} />
            <div className={css.sections}>
              <WeekBars recap={report} />
              <ListeningClock recap={report} />
              <TopLists recap={report} period={week} length={LENGTH} />
              <Changes recap={report} noun="week" length={LENGTH} />
            </div>
          </>
        )}
      </RecapState>
      <ChartsLink period={week} />
    </>
  )
}

const toFriends = (report: WeeklyReportResponse) => <FriendsBroadcasts report={report} />
