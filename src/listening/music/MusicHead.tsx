import type { ReactNode } from 'react'
import type { CreditedArtists } from '#contract/listening/credited-artists.ts'
import { PictureHead } from '#src/ui/PictureHead.tsx'
import { Heading, Text } from '#src/ui/Text.tsx'
import { Cover } from '../covers/Cover.tsx'
import { ArtistCredit } from './ArtistCredit.tsx'

interface MusicHeadProps {
  name: string
  artist: string
  /** Undefined if the name is the artist's. */
  artist_id?: number
  artists?: CreditedArtists
  cover?: string
  actions?: ReactNode
}

export const MusicHead = ({ name, artist, artist_id, artists, cover, actions }: MusicHeadProps) => (
  <PictureHead
    title={name}
    picture={<Cover artist={artist} title={name} size="fill" cover={cover} />}
    actions={actions}
  >
    <Heading level={2} look="display">
      {name}
    </Heading>
    {artist_id !== undefined && (
      <Text>
        <ArtistCredit artist={artist} artist_id={artist_id} artists={artists} />
      </Text>
    )}
  </PictureHead>
)
