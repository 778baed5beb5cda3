import type { RecapPeriod } from '#contract/recaps/periods.ts'
import { useLive } from '#src/cache/useLive.ts'
import { WeekBars } from './Charts.tsx'
import { FriendsBroadcasts } from './FriendsBroadcasts.tsx'
import { weeklyReportQuery } from './queries.ts'
import { RecapView } from './RecapView.tsx'

const LENGTH = 5

/** The member's week, and what followed members broadcast. */
export const WeekReport = ({ member, week }: { member: string; week: RecapPeriod }) => (
  <RecapView
    live={useLive(weeklyReportQuery(member, week.id))}
    failed="Failed to load your week"
    member={member}
    period={week}
    length={LENGTH}
    Charts={WeekBars}
    Rest={FriendsBroadcasts}
  />
)
