import type { ReactNode } from 'react'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Heading, Text } from '#src/ui/Text.tsx'
import { Cover } from '../covers/Cover.tsx'
import { MusicLink } from './MusicLink.tsx'

interface MusicHeadProps {
  name: string
  artist: string
  artist_id: number
  /** Of an album. */
  cover?: string
  /** Of a track. */
  heart?: ReactNode
}

/** The sleeve, the name and the artist of a track or an album. */
export function MusicHead({ name, artist, artist_id, cover, heart }: MusicHeadProps) {
  return (
    <Row gap="l">
      <Cover artist={artist} title={name} size="l" cover={cover} />
      <Stack grow gap="xs">
        <Heading level={2} look="title">
          {name}
        </Heading>
        <Text tone="quiet">
          <MusicLink kind="artists" id={artist_id}>
            {artist}
          </MusicLink>
        </Text>
      </Stack>
      {heart}
    </Row>
  )
}
