import { useState } from 'react'
import { Button, ButtonLink } from '#src/ui/Button.tsx'
import { bodyFont } from '#src/ui/display-font.css.ts'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Heading } from '#src/ui/Text.tsx'

/** Names shown before the rest is expanded. */
const FIRST = 8

interface ArtistLinksProps {
  /** The heading: what the artists have in common. */
  label: string
  artists: readonly { id: number; name: string }[]
}

/** Artists by name, each a link to its leaderboard. Renders nothing if there are none. */
export function ArtistLinks({ label, artists }: ArtistLinksProps) {
  const [isOpen, setOpen] = useState(false)
  if (artists.length === 0) return null
  const shown = isOpen ? artists : artists.slice(0, FIRST)
  const hidden = artists.length - shown.length
  return (
    <Stack gap="s">
      <Heading level={3}>{label}</Heading>
      <Row as="ul" gap="s" wrap>
        {shown.map(({ id, name }) => (
          <li key={id}>
            <ButtonLink variant="quiet" size="s" to="/artist/$id" params={{ id: String(id) }}>
              <bdi className={bodyFont}>{name}</bdi>
            </ButtonLink>
          </li>
        ))}
        {hidden > 0 && (
          <li>
            <Button variant="text" size="s" onClick={() => setOpen(true)}>
              and {hidden} more
            </Button>
          </li>
        )}
      </Row>
    </Stack>
  )
}
