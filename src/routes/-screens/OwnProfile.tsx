import { useState } from 'react'
import type { UserProfile } from '#contract/accounts/user-profile.ts'
import { OwnProfileActions } from '#src/accounts/profile/OwnProfileActions.tsx'
import { ProfileHeader } from '#src/accounts/profile/ProfileHeader.tsx'
import { profileQuery } from '#src/accounts/queries.ts'
import { useSession } from '#src/accounts/session/session.ts'
import { MemberBroadcasts } from '#src/broadcasts/of-member/MemberBroadcasts.tsx'
import { TopBroadcasted } from '#src/broadcasts/TopBroadcasted.tsx'
import { QueryState, useIsOffline } from '#src/cache/QueryState.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { Screen } from '#src/layout/Screen.tsx'
import { ScreenHeader } from '#src/layout/ScreenHeader.tsx'
import { ListeningGlance } from '#src/listening/charts/ListeningGlance.tsx'
import { TopArtistsChart } from '#src/listening/exploration/TopArtistsChart.tsx'
import { LaterLink } from '#src/listening/later/LaterLink.tsx'
import { OwnLovedTracks } from '#src/listening/loved/LovedTracks.tsx'
import { NowPlaying } from '#src/listening/now-playing/NowPlaying.tsx'
import { SignOutDialog } from '#src/outbox/SignOutDialog.tsx'
import { useUnsent } from '#src/outbox/useUnsent.ts'
import { findReportedWeek, weeklyReportQuery } from '#src/recaps/queries.ts'
import { WeekLink } from '#src/recaps/WeekLink.tsx'
import { Button, ButtonLink } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { IconLink } from '#src/ui/IconButton.tsx'
import { chartIcon, settingsIcon } from '#src/ui/later-icons.ts'
import { Panes } from '#src/ui/Panes.tsx'
import { Action } from '#src/ui/PictureHead.tsx'
import { ShareButton } from '#src/ui/ShareButton.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'

/** The sign-out button is available whether or not the profile could be read. */
export function OwnProfile({ member }: { member: string }) {
  const live = useLive(profileQuery(member))
  const profile = live.value?.profile
  const isOffline = useIsOffline(live)
  const isLoading = live.value === undefined && live.error === null && !isOffline
  return (
    <Screen
      header={
        profile ? (
          <ProfileHeader
            name={profile.profile}
            profile={profile}
            corner={<Settings />}
            actions={<Shortcuts name={profile.profile} />}
          />
        ) : isLoading ? (
          <ProfileHeader name={member} corner={<Settings />} />
        ) : (
          <ScreenHeader title="Profile" actions={<Settings />} />
        )
      }
      isSpread
    >
      <Stack gap="xl">
        <QueryState live={live} loading={<Skeleton shape="card" count={2} />} failed="Failed to fetch user profile">
          {() => (profile ? <Whole profile={profile} /> : <EmptyState icon="warning" text="User not found" />)}
        </QueryState>
        <SignOut />
      </Stack>
    </Screen>
  )
}

const Settings = () => <IconLink icon={settingsIcon} label="Settings" to="/settings" />

const Shortcuts = ({ name }: { name: string }) => (
  <>
    <Action word="Listening">
      <IconLink icon={chartIcon} label="Your listening" to="/listening" />
    </Action>
    <LaterLink member={name} />
    <Action word="Share">
      <ShareButton label="Share Profile" title={`${name} on Flipside`} path={`/profile/${encodeURIComponent(name)}`} />
    </Action>
  </>
)

function Whole({ profile }: { profile: UserProfile }) {
  const name = profile.profile
  return (
    <Panes
      lead={
        <>
          <Row gap="s" wrap>
            <OwnProfileActions profile={profile} />
          </Row>
          <NowPlaying user={name} />
          <Glance member={name} />
          <TopBroadcasted user={name} />
        </>
      }
      side={
        <>
          <TopArtistsChart user={name} isOwn />
          <OwnLovedTracks member={name} />
        </>
      }
    >
      <MemberBroadcasts user={name} />
    </Panes>
  )
}

/** The user's listening, with the last week first. */
function Glance({ member }: { member: string }) {
  const week = useLive(weeklyReportQuery(member, findReportedWeek().id))
  const isOffline = useIsOffline(week)
  const isWaiting = week.value === undefined && !isOffline && week.error === null
  return (
    <ListeningGlance member={member} isWaiting={isWaiting}>
      {week.value && week.value.plays > 0 && <WeekLink report={week.value} name="Your week" />}
    </ListeningGlance>
  )
}

/** The most time, in ms, that a sign-out waits for the app's own actions, such as marks as read. */
const SILENT_TIMEOUT_MS = 1000

function SignOut() {
  const { leave, sendNow } = useSession()
  const [isConfirming, setConfirming] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const { count, hasSilent } = useUnsent()
  const signOut = async () => {
    if (count > 0) return setConfirming(true)
    setLeaving(true)
    if (hasSilent) await Promise.race([sendNow(), new Promise((resolve) => setTimeout(resolve, SILENT_TIMEOUT_MS))])
    await leave('discard').finally(() => setLeaving(false))
  }
  return (
    <Stack gap="m">
      {count > 0 && (
        <ButtonLink block variant="quiet" to="/settings/device">
          {count} waiting to send
        </ButtonLink>
      )}
      <Button block variant="quiet" busy={isLeaving} onClick={() => void signOut()}>
        Sign Out
      </Button>
      {isConfirming && <SignOutDialog onClose={() => setConfirming(false)} />}
    </Stack>
  )
}
