import { useSession } from '#src/accounts/session/session.ts'
import { QueryState } from '#src/cache/QueryState.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { TrackAnchor } from '#src/listening/listen-links/TrackAnchor.tsx'
import { MusicLink } from '#src/listening/music/MusicLink.tsx'
import { listRole } from '#src/ui/list-role.ts'
import { Section } from '#src/ui/Section.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Sleeve } from '#src/ui/Sleeve.tsx'
import { Note, Text } from '#src/ui/Text.tsx'
import { LikeButton } from './LikeButton.tsx'
import * as css from './TopBroadcasted.css.ts'
import type { ShownTopTrack } from './top/overlay.ts'
import { topBroadcastedQuery } from './top/queries.ts'
import { useBroadcastActions } from './useBroadcastActions.ts'
import { useFreshLikes } from './useFreshLikes.ts'
import { useTopBroadcastedEvents } from './useTopBroadcastedEvents.ts'

/** A member's three most liked broadcasts as sleeves, updated by the app-wide events. */
export function TopBroadcasted({ user }: { user: string }) {
  const { member } = useSession()
  const live = useLive(topBroadcastedQuery(user, member))
  useTopBroadcastedEvents(user, live)
  useFreshLikes(live)
  return (
    <Section title="Top broadcasted tracks">
      <QueryState
        live={live}
        loading={
          <div className={css.reserved}>
            <Skeleton shape="fill" count={1} />
          </div>
        }
        failed="Failed to load tracks"
      >
        {(tracks) =>
          tracks.length === 0 ? (
            <Text tone="quiet">No broadcasted tracks yet</Text>
          ) : (
            <ul {...listRole} className={css.sleeves}>
              {tracks.map((track) => (
                <li key={track.broadcastid} className={css.track}>
                  <TopTrack track={track} />
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
    </Section>
  )
}

function TopTrack({ track: shown }: { track: ShownTopTrack }) {
  const { broadcastid: id, track, artist, likes, isLiked, lastfmtrackurl, trackid } = shown
  const { toggleLike } = useBroadcastActions()
  const content = (
    <>
      <Sleeve artist={artist} title={track} size="fill" />
      <Text as="span" strong size="s">
        {track}
      </Text>
      <Note as="span">{artist}</Note>
    </>
  )
  return (
    <>
      {trackid === undefined ? (
        <TrackAnchor track={{ name: track, artist, url: lastfmtrackurl }} className={css.names}>
          {content}
        </TrackAnchor>
      ) : (
        <MusicLink kind="tracks" id={trackid} className={css.names}>
          {content}
        </MusicLink>
      )}
      <LikeButton
        isLiked={isLiked}
        likes={likes}
        waiting={undefined}
        onPress={() => void toggleLike({ id, isLiked })}
      />
    </>
  )
}
