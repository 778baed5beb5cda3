import { Link, type LinkProps } from '@tanstack/react-router'
import { getLaterTracks, HEARD_DAYS, type LaterTrack, laterSources } from '#contract/listening/later-tracks.ts'
import { call } from '#src/api/call.ts'
import { PagesFoot } from '#src/cache/PagesFoot.tsx'
import { QueryState } from '#src/cache/QueryState.tsx'
import { readPages } from '#src/cache/read-pages.ts'
import { useLive } from '#src/cache/useLive.ts'
import { usePages } from '#src/cache/usePages.ts'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { closeIcon } from '#src/ui/later-icons.ts'
import { listRole } from '#src/ui/list-role.ts'
import { countText } from '#src/ui/numbers.ts'
import { RelativeTime } from '#src/ui/RelativeTime.tsx'
import { Section } from '#src/ui/Section.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Sleeve } from '#src/ui/Sleeve.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Note, Text } from '#src/ui/Text.tsx'
import type { LaterList } from '../later/overlay.ts'
import { LATER_PAGE, laterQuery, olderLaterQuery } from '../later/queries.ts'
import { useSaveLater } from '../later/useSaveLater.ts'
import { ListedTracks } from '../listen-links/ListedTracks.tsx'
import { ListenIcon } from '../listen-links/Listen.tsx'
import { MusicLink } from '../music/MusicLink.tsx'
import { PlaylistButton } from '../playlist/PlaylistButton.tsx'
import * as css from './LaterTracks.css.ts'

const FAILED = 'Failed to load your list'
/** Listens from another device end the wait for their tracks. */
const EVERY_MS = 60_000

/** The member's tracks to listen later, the latest first, and those that were heard lately. */
export function LaterTracks({ member }: { member: string }) {
  const live = useLive(laterQuery(member), { everyMs: EVERY_MS })
  return (
    <QueryState
      live={live}
      loading={<Skeleton shape="row" count={6} />}
      failed={FAILED}
      lacking={<EmptyState icon="clock" text="This server has no list to listen later." />}
    >
      {(list) => (
        <Stack gap="xl">
          <Saved member={member} list={list} />
          {list.heard.length > 0 && <Heard rows={list.heard} />}
        </Stack>
      )}
    </QueryState>
  )
}

function Saved({ member, list: { tracks, total } }: { member: string; list: LaterList }) {
  const pages = usePages(tracks, (before) => olderLaterQuery(member, before), {
    lengths: { head: LATER_PAGE, older: LATER_PAGE },
  })
  if (pages.items.length === 0 && !pages.hasMore)
    return (
      <EmptyState
        icon="clock"
        text="Nothing to listen to later"
        more="Choose Listen later in the menu beside Listen. Without a connection, Listen saves the track here."
      />
    )
  return (
    <Stack gap="s">
      <Row gap="s" justify="between">
        <Text tone="quiet">{countText(total, 'track')}. A track leaves the list when you have listened to it.</Text>
        <PlaylistButton title="Listen later" read={() => readAll(member)} />
      </Row>
      <ListedTracks getTracks={() => pages.items.map(toListenable)}>
        <ul {...listRole} aria-label="Tracks to listen later">
          {pages.items.map((row) => (
            <li key={row.id} data-row={`later-${row.id}`}>
              <SavedRow row={row} />
            </li>
          ))}
        </ul>
      </ListedTracks>
      {pages.hasMore && <PagesFoot pages={pages} failed={FAILED} />}
    </Stack>
  )
}

async function readAll(user: string) {
  const rows = await readPages(async (page) => (await call(getLaterTracks, { user, ...page })).laterTracks)
  return rows.map(toListenable)
}

function SavedRow({ row }: { row: LaterTrack }) {
  const later = useSaveLater(toSavable(row))
  return (
    <div className={css.row}>
      <Words row={row} />
      <span className={css.buttons}>
        <ListenIcon track={toListenable(row)} />
        <IconButton
          variant="bare"
          icon={closeIcon}
          label={`Remove ${row.track}`}
          disabled={later === undefined}
          onClick={() => void later?.remove()}
        />
      </span>
    </div>
  )
}

function Heard({ rows }: { rows: readonly LaterTrack[] }) {
  return (
    <Section title="Heard" gap="s">
      <Text tone="quiet">Tracks that left the list in the last {HEARD_DAYS} days.</Text>
      <ul {...listRole} aria-label="Heard">
        {rows.map((row) => (
          <li key={row.id}>
            <HeardRow row={row} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function HeardRow({ row }: { row: LaterTrack }) {
  const later = useSaveLater(toSavable(row))
  return (
    <div className={css.row}>
      <Words row={row} />
      <Button variant="text" size="s" disabled={later === undefined} onClick={() => void later?.save()}>
        Put back
      </Button>
    </div>
  )
}

/** Returns what saves a row again, from where it was. */
function toSavable({ track_id, track, artist, from_kind, from_id, from_user: user }: LaterTrack) {
  const kind = laterSources.find((each) => each === from_kind)
  const source = kind && from_id !== undefined && user !== undefined ? { kind, id: from_id, user } : undefined
  return { id: track_id === 0 ? undefined : track_id, name: track, artist, source }
}

const toListenable = (row: LaterTrack) => ({ ...toSavable(row), url: '', links: row.links })

function Words({ row }: { row: LaterTrack }) {
  const { track_id, track, artist, saved_at } = row
  return (
    <>
      <Sleeve artist={artist} title={track} size="s" />
      <div className={css.words}>
        <Text as="span" strong>
          {track_id === 0 ? (
            track
          ) : (
            <MusicLink kind="tracks" id={track_id}>
              {track}
            </MusicLink>
          )}
        </Text>
        <Note as="span">{artist}</Note>
        <Note as="span">
          <Sender row={row} />
          <RelativeTime at={saved_at} />
        </Note>
      </div>
    </>
  )
}

function Sender({ row: { from_user: user, from_kind: kind, from_id: id } }: { row: LaterTrack }) {
  if (user === undefined) return null
  const text = `From ${user}`
  const link = findSource(kind, id, user)
  return (
    <>
      {link ? <Link {...link}>{text}</Link> : text}
      {' · '}
    </>
  )
}

type Source = Pick<LinkProps, 'to' | 'params' | 'search'>

/** Returns the link to where a track came from; undefined if that exists on this device only. */
function findSource(kind: LaterTrack['from_kind'], id = 0, username: string): Source | undefined {
  if (kind === 'message') return { to: '/dm/$username', params: { username } }
  if (id <= 0) return undefined
  return kind === 'swap'
    ? { to: '/track-swap-detail', search: { id: String(id) } }
    : { to: '/broadcast/$id', params: { id: String(id) } }
}
