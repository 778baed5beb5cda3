import type { ReactNode } from 'react'
import type { ChartKind } from '#contract/listening/chart-kinds.ts'
import type { CreditedArtists } from '#contract/listening/credited-artists.ts'
import { listRole } from '#src/ui/list-role.ts'
import { Figure, Note, Text } from '#src/ui/Text.tsx'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import { Cover } from '../covers/Cover.tsx'
import { ListedTracks } from '../listen-links/ListedTracks.tsx'
import { ListenIcon } from '../listen-links/Listen.tsx'
import { LovedMark } from '../loved/LoveButton.tsx'
import { ArtistCredit } from './ArtistCredit.tsx'
import { MusicLink } from './MusicLink.tsx'
import * as css from './MusicList.css.ts'

export interface MusicRow {
  readonly id: number
  readonly name: string
  readonly artist_id?: number
  readonly artist?: string
  readonly artists?: CreditedArtists
  readonly cover?: string
  readonly links?: string | undefined
  readonly place?: number
  /** A short mark below the place, with its meaning in words. */
  readonly change?: { readonly mark: string; readonly text: string } | undefined
  readonly detail?: ReactNode
}

interface MusicListProps {
  kind: ChartKind
  label: string
  rows: readonly MusicRow[]
  /** On an artist's or an album's page: the rows do not repeat the artist, but name others in a credit. */
  isOfOneArtist?: boolean
}

export function MusicList({ kind, label, rows, isOfOneArtist = false }: MusicListProps) {
  const Tag = rows.some((row) => row.place !== undefined) ? 'ol' : 'ul'
  const list = (
    <Tag {...listRole} aria-label={label} className={css.list}>
      {rows.map((row) => (
        <li key={row.id} data-row={`${kind}-${row.id}`} className={css.row}>
          <Line {...{ kind, row, isOfOneArtist }} />
        </li>
      ))}
    </Tag>
  )
  return kind === 'tracks' ? <ListedTracks getTracks={() => rows.map(toListenable)}>{list}</ListedTracks> : list
}

const toListenable = ({ id, name, artist = name, links }: MusicRow) => ({ id, name, artist, url: '', links })

function Line({ kind, row, isOfOneArtist }: { kind: ChartKind; row: MusicRow; isOfOneArtist: boolean }) {
  const { id, name, artist = name, artist_id, artists, cover, place, change, detail } = row
  return (
    <>
      {place !== undefined && (
        <span className={css.place}>
          <Figure>{place}</Figure>
          {change && (
            <Note as="span">
              <span aria-hidden="true">{change.mark}</span>
              <VisuallyHidden>, {change.text}</VisuallyHidden>
            </Note>
          )}
        </span>
      )}
      <Cover artist={artist} title={name} size="s" cover={cover} />
      <span className={css.words}>
        <span className={css.names}>
          <Text as="span" strong>
            <MusicLink kind={kind} id={id} className={css.name}>
              {name}
            </MusicLink>
          </Text>
          {kind !== 'artists' && artist_id !== undefined && (!isOfOneArtist || artists !== undefined) && (
            <span className={css.above}>
              <Note as="span">
                <ArtistCredit artist={artist} artist_id={artist_id} artists={artists} />
              </Note>
            </span>
          )}
        </span>
        {detail !== undefined && (
          <span className={isOfOneArtist ? css.below : css.detail}>
            <Note as="span">{detail}</Note>
          </span>
        )}
      </span>
      {kind === 'tracks' && detail !== undefined && (
        <span className={css.end}>
          <LovedMark track={{ id, track: name, artist }} />
          <span className={css.above}>
            <ListenIcon track={toListenable(row)} />
          </span>
        </span>
      )}
    </>
  )
}
