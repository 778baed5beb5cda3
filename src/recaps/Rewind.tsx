import type { RecapPeriod } from '#contract/recaps/periods.ts'
import type { Recap } from '#contract/recaps/recap.ts'
import { useLive } from '#src/cache/useLive.ts'
import { Calendar, MonthBars } from './Charts.tsx'
import { rewindQuery } from './queries.ts'
import * as css from './Recap.css.ts'
import { RecapView } from './RecapView.tsx'

export const Rewind = ({ member, period }: { member: string; period: RecapPeriod }) => (
  <RecapView
    live={useLive(rewindQuery(member, period.id))}
    failed="Failed to load the rewind"
    member={member}
    period={period}
    Charts={period.kind === 'year' ? YearCharts : MonthCalendar}
  />
)

const YearCharts = ({ recap }: { recap: Recap }) => (
  <>
    <div className={css.whole}>
      <Calendar recap={recap} span="year" />
    </div>
    <MonthBars recap={recap} />
  </>
)

/** It shows the days. */
const MonthCalendar = ({ recap }: { recap: Recap }) => <Calendar recap={recap} span="month" />
