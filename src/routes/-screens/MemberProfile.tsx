import { Navigate } from '@tanstack/react-router'
import { isSameName, isSystem } from '#contract/accounts/names.ts'
import type { UserProfile } from '#contract/accounts/user-profile.ts'
import { UnblockPanel } from '#src/accounts/blocks/UnblockPanel.tsx'
import { useBlockState } from '#src/accounts/blocks/useBlockState.ts'
import { MemberMenu } from '#src/accounts/MemberMenu.tsx'
import { FollowButton } from '#src/accounts/people/FollowButton.tsx'
import { ProfileHeader } from '#src/accounts/profile/ProfileHeader.tsx'
import { isUnknownMember, profileQuery } from '#src/accounts/queries.ts'
import { useSession } from '#src/accounts/session/session.ts'
import { Refused, ServerError, Unreachable } from '#src/api/errors.ts'
import { MemberBroadcasts } from '#src/broadcasts/of-member/MemberBroadcasts.tsx'
import { TopBroadcasted } from '#src/broadcasts/TopBroadcasted.tsx'
import { Loading, QueryState, useIsOffline } from '#src/cache/QueryState.tsx'
import { TryAgain } from '#src/cache/TryAgain.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { Screen } from '#src/layout/Screen.tsx'
import { ScreenHeader } from '#src/layout/ScreenHeader.tsx'
import { useWayBack } from '#src/layout/useWayBack.ts'
import { TopArtistsChart } from '#src/listening/exploration/TopArtistsChart.tsx'
import { LovedTracksOf } from '#src/listening/loved/LovedTracks.tsx'
import { NowPlaying } from '#src/listening/now-playing/NowPlaying.tsx'
import { TasteComparison } from '#src/listening/taste/TasteComparison.tsx'
import { ButtonLink } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { IconLink } from '#src/ui/IconButton.tsx'
import { Panes } from '#src/ui/Panes.tsx'
import { Action } from '#src/ui/PictureHead.tsx'
import { ShareButton } from '#src/ui/ShareButton.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { useScreenTitle } from '#src/ui/screen-title.ts'

/** `name` may be a numeric id: the response contains the name. */
export function MemberProfile({ name }: { name: string }) {
  const { member } = useSession()
  const live = useLive(profileQuery(name))
  const profile = live.value?.profile
  useScreenTitle(profile?.profile ?? name)
  const isOffline = useIsOffline(live)
  const listed = useBlockState(profile?.profile ?? name, { enabled: live.error instanceof Refused })
  if (live.value?.isBlocked === true || listed.isBlocked)
    return (
      <Bare title={name}>
        <UnblockPanel name={name} />
      </Bare>
    )
  if (live.value === undefined && live.error === null && !isOffline) return <LoadingMember name={name} />
  if (!profile) {
    return (
      <Bare title="Profile">
        <NoProfile live={live} />
      </Bare>
    )
  }
  if (member !== null && isSameName(profile.profile, member)) return <Navigate to="/profile" replace />
  return <WholeProfile profile={profile} member={member} />
}

const Bare = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <Screen header={<ScreenHeader title={title} back={useWayBack()} />} isSpread>
    {children}
  </Screen>
)

const LoadingCards = () => <Skeleton shape="card" count={2} />

const LoadingMember = ({ name }: { name: string }) => (
  <Screen header={<ProfileHeader name={name} back={<IconLink icon="back" {...useWayBack()} />} />} isSpread>
    <Loading>
      <LoadingCards />
    </Loading>
  </Screen>
)

/** Loading, not on this device, a server error, refused, or no member with that name. */
function NoProfile({ live }: { live: ReturnType<typeof useLive<unknown, { profile: UserProfile | undefined }>> }) {
  const { value, error, isFetching } = live
  const isOffline = useIsOffline(live)
  const isRefused = error instanceof Refused && !isFetching
  const isServerError = error instanceof Unreachable && !isOffline
  if (value === undefined && !isRefused && !isServerError) {
    return (
      <QueryState live={live} loading={<LoadingCards />} failed="Failed to fetch profile">
        {() => null}
      </QueryState>
    )
  }
  const text = isServerError || (isRefused && !isUnknownMember(error)) ? failedText(error) : 'User not found'
  return (
    <EmptyState
      icon="warning"
      text={text}
      action={
        <>
          {isServerError && <TryAgain live={live} />}
          <ButtonLink variant="quiet" to="/friends">
            Back to Friends
          </ButtonLink>
        </>
      }
    />
  )
}

/** Returns the spec's text; without a status text if there was no response or no error status. */
function failedText(error: Refused | Unreachable): string {
  const statusText = error instanceof Unreachable && !(error instanceof ServerError) ? undefined : error.statusText
  return statusText === undefined ? 'Failed to fetch profile' : `Failed to fetch profile: ${statusText}`
}

const ProfileActions = ({ name }: { name: string }) => (
  <>
    <FollowButton name={name} />
    <Action word="Message">
      <IconLink icon="message" label="Message" to="/dm/$username" params={{ username: name }} />
    </Action>
    <Action word="Share">
      <ShareButton label="Share Profile" title={`${name} on Flipside`} path={profilePath(name)} />
    </Action>
  </>
)

function WholeProfile({ profile, member }: { profile: UserProfile; member: string | null }) {
  const name = profile.profile
  return (
    <Screen
      header={
        <ProfileHeader
          name={name}
          profile={profile}
          back={<IconLink icon="back" {...useWayBack()} />}
          corner={<MemberMenu name={name} />}
          actions={!isSystem(name) && <ProfileActions name={name} />}
        />
      }
      isSpread
    >
      <Panes
        lead={
          profile.is_private === 1 ? (
            <EmptyState icon="profile" text={`This profile is private. Only people that ${name} follows can see it.`} />
          ) : (
            <>
              <NowPlaying user={name} isPolled />
              <TopBroadcasted user={name} />
            </>
          )
        }
        side={profile.is_private !== 1 && <Listening name={name} member={member} />}
      >
        {profile.is_private !== 1 && <MemberBroadcasts user={name} />}
      </Panes>
    </Screen>
  )
}

function Listening({ name, member }: { name: string; member: string | null }) {
  return (
    <>
      <TopArtistsChart user={name} />
      {member !== null && (
        <ButtonLink block variant="quiet" to="/charts" search={{ user: name }}>
          Charts of {name}
        </ButtonLink>
      )}
      {!isSystem(name) && (
        <ButtonLink block variant="quiet" to="/listens" search={{ user: name }}>
          Listens of {name}
        </ButtonLink>
      )}
      {member !== null && <TasteComparison member={member} other={name} />}
      <LovedTracksOf user={name} />
    </>
  )
}

const profilePath = (name: string) => `/profile/${encodeURIComponent(name)}`
