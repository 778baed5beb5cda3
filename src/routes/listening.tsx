import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { RefreshButton } from '#src/cache/RefreshButton.tsx'
import { useWayBack } from '#src/layout/useWayBack.ts'
import { toRecapPeriod } from '#src/recaps/queries.ts'
import { Rewind } from '#src/recaps/Rewind.tsx'
import { periodText } from '#src/recaps/recap-text.ts'
import { WeekReport } from '#src/recaps/WeekReport.tsx'
import { useScreenTitle } from '#src/ui/screen-title.ts'
import { ListeningTabs } from './-screens/ListeningTabs.tsx'
import { MemberScreen } from './-screens/MemberScreen.tsx'

export const Route = createFileRoute('/listening')({
  /** Parsed where it is used: `toRecapPeriod`. */
  validateSearch: (search: { period?: string }) => search,
  staticData: { title: 'Your listening' },
  component: Listening,
})

const route = getRouteApi('/listening')

function Listening() {
  const period = toRecapPeriod(route.useSearch().period)
  useScreenTitle(`Your listening: ${periodText(period)}`)
  return (
    <MemberScreen title="Your listening" isSpread back={useWayBack()} actions={<RefreshButton />}>
      {(member) => (
        <>
          <ListeningTabs shown={period.kind} day={period.last} />
          {period.kind === 'week' ? (
            <WeekReport member={member} week={period} />
          ) : (
            <Rewind member={member} period={period} />
          )}
        </>
      )}
    </MemberScreen>
  )
}
