import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { getLovedTracks, type LovedTrack } from '#contract/listening/loved-tracks.ts'
import { call } from '#src/api/call.ts'
import { PagesFoot } from '#src/cache/PagesFoot.tsx'
import { QueryState } from '#src/cache/QueryState.tsx'
import { readPages } from '#src/cache/read-pages.ts'
import { useLive } from '#src/cache/useLive.ts'
import { usePages } from '#src/cache/usePages.ts'
import { listRole } from '#src/ui/list-role.ts'
import { Names } from '#src/ui/Names.tsx'
import { inThousands } from '#src/ui/numbers.ts'
import { Section } from '#src/ui/Section.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Sleeve } from '#src/ui/Sleeve.tsx'
import { Row } from '#src/ui/Stack.tsx'
import { Text } from '#src/ui/Text.tsx'
import { ListedTracks } from '../listen-links/ListedTracks.tsx'
import { ListenIcon } from '../listen-links/Listen.tsx'
import { PlaylistButton } from '../playlist/PlaylistButton.tsx'
import { LoveButton } from './LoveButton.tsx'
import * as css from './LovedTracks.css.ts'
import type { LovedList } from './overlay.ts'
import { LOVED_PAGE, lovedOfOtherQuery, olderLovedQuery, ownLovedQuery } from './queries.ts'

const FAILED = 'Failed to load loved tracks'

/** The member's own loved tracks. Renders nothing on a host without them. */
export function OwnLovedTracks({ member }: { member: string }) {
  const live = useLive(ownLovedQuery(member))
  if (live.value === null) return null
  return (
    <Loved user={member} title="Tracks you love" total={live.value?.total}>
      <QueryState live={live} loading={<Skeleton shape="row" />} failed={FAILED}>
        {(loved) =>
          loved.tracks.length === 0 ? (
            <Text tone="quiet">None yet. Press the heart of a track, here or in your player.</Text>
          ) : (
            <Tracks user={member} loved={loved} />
          )
        }
      </QueryState>
    </Loved>
  )
}

/** Another member's loved tracks. Renders nothing if they are hidden or there are none. */
export function LovedTracksOf({ user }: { user: string }) {
  const live = useLive(lovedOfOtherQuery(user))
  const { value } = live
  if (value === undefined || value === null || value.isHidden || value.tracks.length === 0) return null
  return (
    <Loved user={user} title={`Tracks ${user} loves`} total={value.total}>
      <Tracks user={user} loved={value} />
    </Loved>
  )
}

interface LovedProps {
  user: string
  title: string
  total: number | undefined
  children: ReactNode
}

const Loved = ({ user, title, total = 0, children }: LovedProps) => (
  <Section
    title={title}
    action={
      total > 0 && (
        <Row gap="s">
          <Text tone="quiet">{inThousands(total)}</Text>
          <PlaylistButton variant="bare" title={title} read={() => readAll(user)} />
        </Row>
      )
    }
  >
    {children}
  </Section>
)

async function readAll(user: string) {
  const rows = await readPages(async (page) => (await call(getLovedTracks, { user, ...page })).lovedTracks)
  return rows.map(toListenable)
}

function Tracks({ user, loved }: { user: string; loved: LovedList }) {
  const pages = usePages(loved.tracks, (before) => olderLovedQuery(user, before), {
    lengths: { head: LOVED_PAGE, older: LOVED_PAGE },
    isRestored: false,
  })
  return (
    <ListedTracks getTracks={() => pages.items.map(toListenable)}>
      <ul {...listRole} className={css.list}>
        {pages.items.map((row) => (
          <li key={`${row.artist}\n${row.track}`} className={css.row}>
            <LovedRow row={row} />
          </li>
        ))}
      </ul>
      {pages.hasMore && <PagesFoot pages={pages} failed={FAILED} />}
    </ListedTracks>
  )
}

const toListenable = ({ track_id, track: name, artist, lastfmtrackurl: url, links }: LovedTrack) => ({
  id: track_id || undefined,
  name,
  artist,
  url,
  links,
})

function LovedRow({ row }: { row: LovedTrack }) {
  const { track_id, track, artist } = row
  const content = (
    <>
      <Sleeve artist={artist} title={track} size="s" />
      <Names name={track} note={artist} isCut />
    </>
  )
  return (
    <>
      {track_id === 0 ? (
        <span className={css.track}>{content}</span>
      ) : (
        <Link to="/track/$id" params={{ id: String(track_id) }} className={css.track}>
          {content}
        </Link>
      )}
      <ListenIcon track={toListenable(row)} />
      <LoveButton track={{ id: track_id === 0 ? null : track_id, track, artist }} />
    </>
  )
}
