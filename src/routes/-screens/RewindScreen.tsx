import { getRouteApi } from '@tanstack/react-router'
import { RefreshButton } from '#src/cache/RefreshButton.tsx'
import { useWayBack } from '#src/layout/useWayBack.tsx'
import { Rewind, toRewindPeriod } from '#src/recaps/Rewind.tsx'
import { periodText } from '#src/recaps/recap-text.ts'
import { useScreenTitle } from '#src/ui/screen-title.ts'
import { MemberScreen } from './MemberScreen.tsx'

const route = getRouteApi('/rewind')

/** A month or a year of the user. */
export function RewindScreen() {
  const period = toRewindPeriod(route.useSearch().period)
  useScreenTitle(`Rewind: ${periodText(period)}`)
  return (
    <MemberScreen title="Rewind" isSpread back={useWayBack()} actions={<RefreshButton />}>
      {(member) => <Rewind member={member} period={period} />}
    </MemberScreen>
  )
}
