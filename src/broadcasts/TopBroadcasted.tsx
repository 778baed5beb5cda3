import { useQueryClient } from '@tanstack/react-query'
import type { TopBroadcastedTrack } from '#contract/broadcasts/broadcasts.ts'
import { useSession } from '#src/accounts/session/session.ts'
import { type CachedResponse, changeResponse, liveOptions } from '#src/cache/live.ts'
import { QueryState } from '#src/cache/QueryState.tsx'
import { type Live, useLive } from '#src/cache/useLive.ts'
import { TrackAnchor } from '#src/listening/listen-links/TrackAnchor.tsx'
import { MusicLink } from '#src/listening/music/MusicLink.tsx'
import { listRole } from '#src/ui/list-role.ts'
import { Section } from '#src/ui/Section.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Sleeve } from '#src/ui/Sleeve.tsx'
import { Note, Text } from '#src/ui/Text.tsx'
import { useBroadcastEvent } from './events.ts'
import { LikeButton } from './LikeButton.tsx'
import { toLikeState } from './overlay.ts'
import * as css from './TopBroadcasted.css.ts'
import type { ShownTopTrack } from './top/overlay.ts'
import { topBroadcastedQuery } from './top/queries.ts'
import { useBroadcastActions } from './useBroadcastActions.ts'
import { useFreshLikes } from './useFreshLikes.ts'

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
        empty={<Text tone="quiet">No broadcasted tracks yet</Text>}
      >
        {(tracks) => (
          <ul {...listRole} className={css.sleeves}>
            {tracks.map((track) => (
              <li key={track.broadcastid} className={css.track}>
                <TopTrack track={track} />
              </li>
            ))}
          </ul>
        )}
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

type Top = CachedResponse<{ topTracks: TopBroadcastedTrack[] }>

/**
 * Handles the spec's events (section 4): deleted removes and refetches, liked and unliked change
 * count and mark; the order follows the likes. Own actions are already in the overlay, and rows
 * that they move off the list are refetched after the drain.
 */
function useTopBroadcastedEvents(user: string, live: Live<unknown>) {
  const client = useQueryClient()
  const { member } = useSession()
  const { queryKey } = liveOptions(topBroadcastedQuery(user, member))
  const change = (how: (tracks: TopBroadcastedTrack[]) => TopBroadcastedTrack[]) =>
    client.setQueryData<Top>(
      queryKey,
      (top) => top && changeResponse(top, { ...top.response, topTracks: how(top.response.topTracks) }),
    )
  const setLike = (id: number, isLiked: boolean) =>
    change((tracks) =>
      tracks.map((track) => (track.broadcastid === id ? { ...track, ...toLikeState(track, isLiked) } : track)),
    )

  useBroadcastEvent('broadcastDeleted', ({ broadcastId, isOwn }) => {
    if (isOwn) return
    change((tracks) => tracks.filter((track) => track.broadcastid !== broadcastId))
    void live.refetch()
  })
  useBroadcastEvent('broadcastLiked', ({ broadcastId, isOwn }) => {
    if (!isOwn) setLike(broadcastId, true)
  })
  useBroadcastEvent('broadcastUnliked', ({ broadcastId, isOwn }) => {
    if (!isOwn) setLike(broadcastId, false)
  })
}
