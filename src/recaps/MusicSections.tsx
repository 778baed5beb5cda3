import type { ReactNode } from 'react'
import type { ChartKind } from '#contract/listening/chart-kinds.ts'
import type { RecapPeriod } from '#contract/recaps/periods.ts'
import type { Recap, RecapRow } from '#contract/recaps/recap.ts'
import { MusicList } from '#src/listening/music/MusicList.tsx'
import { PlaylistButton } from '#src/listening/playlist/PlaylistButton.tsx'
import { countText } from '#src/ui/numbers.ts'
import { Section } from '#src/ui/Section.tsx'
import * as css from './Recap.css.ts'
import { periodText, shortDayText } from './recap-text.ts'

const ofPlays = (rows: readonly RecapRow[]) =>
  rows.map((row, place) => ({ ...row, place: place + 1, detail: countText(row.plays, 'play') }))

interface TopListProps {
  title: string
  kind: ChartKind
  rows: readonly RecapRow[]
  action?: ReactNode
}

function TopList({ title, kind, rows, action }: TopListProps) {
  if (rows.length === 0) return null
  return (
    <Section title={title} action={action && <span className={css.inHeading}>{action}</span>}>
      <MusicList kind={kind} label={title} rows={ofPlays(rows)} />
    </Section>
  )
}

interface TopListsProps {
  recap: Recap
  period: RecapPeriod
  length: number
}

/** The most played artists, tracks and albums. */
export function TopLists({ recap, period, length }: TopListsProps) {
  const tracks = async () => recap.top_tracks.map(({ id, name, artist }) => ({ id, name, artist, url: '' }))
  return (
    <>
      <TopList title="Top artists" kind="artists" rows={recap.top_artists.slice(0, length)} />
      <TopList
        title="Top tracks"
        kind="tracks"
        rows={recap.top_tracks.slice(0, length)}
        action={<PlaylistButton variant="bare" title={`Top tracks, ${periodText(period)}`} read={tracks} />}
      />
      <TopList title="Top albums" kind="albums" rows={recap.top_albums.slice(0, length)} />
    </>
  )
}

/** What is new, what has changed, and what has returned. `noun`: 'week', 'month' or 'year'. */
export function Changes({ recap, noun, length }: { recap: Recap; noun: string; length: number }) {
  const { new_artists, top_new_artists, rediscovered, rediscovered_tracks, movers } = recap
  const fresh = top_new_artists.slice(0, length)
  const found = rediscovered_tracks.slice(0, length)
  return (
    <>
      {fresh.length > 0 && (
        <Section
          title="New artists"
          about={`${countText(new_artists, 'artist')} that you had never played before this ${noun}`}
        >
          <MusicList
            kind="artists"
            label="New artists"
            rows={fresh.map((row) => ({ ...row, detail: countText(row.plays, 'play') }))}
          />
        </Section>
      )}
      {movers.length > 0 && recap.plays_before > 0 && (
        <Section title="Top movers" about={`The greatest changes since the ${noun} before`}>
          <MusicList kind="artists" label="Top movers" rows={movers.map(toMover)} />
        </Section>
      )}
      {found.length > 0 && (
        <Section
          title="Rediscovered"
          about={`${countText(rediscovered, 'track')} that you had not played for half a year or longer`}
        >
          <MusicList
            kind="tracks"
            label="Rediscovered tracks"
            rows={found.map((row) => ({
              ...row,
              detail: `last on ${shortDayText(row.last_played)} ${row.last_played.slice(0, 4)}`,
            }))}
          />
        </Section>
      )}
    </>
  )
}

function toMover(row: Recap['movers'][number]) {
  const difference = row.plays - row.plays_before
  const text = `${difference > 0 ? '▲' : '▼'} ${Math.abs(difference)}`
  return { ...row, detail: `${text} (${row.plays_before} → ${row.plays})` }
}
