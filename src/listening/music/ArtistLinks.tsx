import { Fragment } from 'react'
import type { CreditedArtists } from '#contract/listening/credited-artists.ts'
import { MusicLink } from './MusicLink.tsx'

interface ArtistLinksProps {
  artist: string
  artist_id: number
  /** The artists in a credit; undefined for one artist. */
  artists?: CreditedArtists
  className?: string | undefined
}

export const ArtistLinks = ({
  artist,
  artist_id,
  artists = [{ id: artist_id, name: artist, joiner: '' }],
  className,
}: ArtistLinksProps) =>
  artists.map(({ id, name, joiner }) => (
    <Fragment key={id}>
      <MusicLink kind="artists" id={id} className={className}>
        {name}
      </MusicLink>
      {joiner}
    </Fragment>
  ))
