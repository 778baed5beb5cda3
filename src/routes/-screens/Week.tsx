import { getRouteApi } from '@tanstack/react-router'
import { RefreshButton } from '#src/cache/RefreshButton.tsx'
import { useWayBack } from '#src/layout/useWayBack.tsx'
import { periodText } from '#src/recaps/recap-text.ts'
import { toWeekPeriod, WeekReport } from '#src/recaps/WeekReport.tsx'
import { useScreenTitle } from '#src/ui/screen-title.ts'
import { MemberScreen } from './MemberScreen.tsx'

const route = getRouteApi('/week')

/** The weekly report of the user. */
export function Week() {
  const week = toWeekPeriod(route.useSearch().week)
  useScreenTitle(`Your week: ${periodText(week)}`)
  return (
    <MemberScreen title="Your week" isSpread back={useWayBack()} actions={<RefreshButton />}>
      {(member) => <WeekReport member={member} week={week} />}
    </MemberScreen>
  )
}
