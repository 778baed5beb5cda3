import { Fragment } from 'react'
import type { CreditedArtists } from '#contract/listening/credited-artists.ts'
import { MusicLink } from './MusicLink.tsx'

interface ArtistCreditProps {
  artist: string
  artist_id: number
  /** The artists in a credit; undefined for one artist. */
  artists?: CreditedArtists
}

export const ArtistCredit = ({
  artist,
  artist_id,
  artists = [{ id: artist_id, name: artist, joiner: '' }],
}: ArtistCreditProps) =>
  artists.map(({ id, name, joiner }) => (
    <Fragment key={id}>
      <MusicLink kind="artists" id={id}>
        {name}
      </MusicLink>
      {joiner}
    </Fragment>
  ))
