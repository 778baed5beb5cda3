import { sql } from 'kysely'
import { toMsid } from '#server/music-services/index.ts'
import type { Section } from './section.ts'

const PAGE = 1000

interface Row {
  readonly id: number
  readonly trackId: number | null
  readonly artist: string | null
  readonly title: string | null
  readonly mbid: string | null
  readonly score: number
  readonly created: number
}

/** Loved and hated tracks in ListenBrainz' export layout, which lacks names. */
export const feedbackSection = (memberId: number): Section => ({
  path: 'feedback.jsonl',
  about: "The tracks that you love (1) and hate (-1), in the layout of ListenBrainz' exports, with their names.",
  async *lines(db) {
    for (let after = 0; ; ) {
      const { rows } = await sql<Row>`select feedback.id, track_id as "trackId", artists.name as artist, tracks.title,
        coalesce(recording_mbid, tracks.mbid) as mbid, score, floor(extract(epoch from feedback.created_at))::float8 as created
        from track_feedback as feedback left join tracks on tracks.id = track_id
          left join artists on artists.id = tracks.artist_id
        where member_id = ${memberId} and feedback.id > ${after} order by feedback.id limit ${PAGE}`.execute(db)
      if (rows.length > 0) yield rows.map((row) => `${JSON.stringify(toLine(row))}\n`).join('')
      if (rows.length < PAGE) return
      after = rows.at(-1)?.id ?? after
    }
  },
})

const toLine = ({ trackId, artist, title, mbid, score, created }: Row) => ({
  recording_msid: trackId === null ? null : toMsid(trackId),
  recording_mbid: mbid,
  score,
  created,
  ...(artist === null ? {} : { track_metadata: { artist_name: artist, track_name: title } }),
})
