import { getRouteApi } from '@tanstack/react-router'
import { RefreshButton } from '#src/cache/RefreshButton.tsx'
import { Rewind, toRewindPeriod } from '#src/recaps/Rewind.tsx'
import { MemberScreen } from './MemberScreen.tsx'
import { useWayBack } from './useWayBack.ts'

const route = getRouteApi('/rewind')

/** A month or a year of the user. */
export function RewindScreen() {
  const period = toRewindPeriod(route.useSearch().period)
  return (
    <MemberScreen title="Rewind" isSpread back={useWayBack()} actions={<RefreshButton />}>
      {(member) => <Rewind member={member} period={period} />}
    </MemberScreen>
  )
}
