import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { RefreshButton } from '#src/cache/RefreshButton.tsx'
import { useWayBack } from '#src/layout/useWayBack.ts'
import { type ChartSearch } from '#src/listening/member-charts/chart-search.ts'
import { MemberCharts } from '#src/listening/member-charts/MemberCharts.tsx'
import { useScreenTitle } from '#src/ui/screen-title.ts'
import { ListeningTabs } from './ListeningTabs.tsx'
import { MemberScreen } from './MemberScreen.tsx'

const route = getRouteApi('/charts')

export function Charts() {
  // URL parameters may have any type.
  const search: ChartSearch = Object.fromEntries(
    Object.entries(route.useSearch()).filter(([, value]) => typeof value === 'string'),
  )
  const navigate = useNavigate()
  const user = search.user?.replace(/^@/, '').trim() ?? ''
  const title = user === '' ? 'Your listening' : `Charts of ${user}`
  useScreenTitle(user === '' ? 'Your charts' : title)
  const owner =
    user === '' ? { to: '/profile' as const } : { to: '/profile/$username' as const, params: { username: user } }
  const back = useWayBack({ ...owner, label: 'Back to Profile' })
  return (
    <MemberScreen isSpread title={title} back={back} actions={<RefreshButton />}>
      {(member) => (
        <>
          {user === '' && <ListeningTabs shown="/charts" />}
          <MemberCharts
            user={user === '' ? member : user}
            viewer={member}
            search={search}
            onRange={({ from, until }) =>
              void navigate({ to: '/charts', search: { ...withoutDays(search), from, until }, replace: true })
            }
          />
        </>
      )}
    </MemberScreen>
  )
}

const withoutDays = ({ user, kind }: ChartSearch) => ({
  ...(user !== undefined && { user }),
  ...(kind !== undefined && { kind }),
})
