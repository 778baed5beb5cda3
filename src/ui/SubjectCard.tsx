import type { ReactNode } from 'react'
import { Avatar } from './Avatar.tsx'
import { Card } from './Card.tsx'
import { RelativeTime } from './RelativeTime.tsx'
import { Row, Stack } from './Stack.tsx'
import { Note, Text } from './Text.tsx'

interface SubjectCardProps {
  name: string
  picture: string
  link: ReactNode
  note: string
  /** ISO 8601. */
  at: string
  /** At the end of the card. */
  art?: ReactNode
}

/** A member's picture beside a link, a note and a time: one broadcast or swap in a short list. */
export const SubjectCard = ({ name, picture, link, note, at, art }: SubjectCardProps) => (
  <Card>
    <Row gap="s">
      <Avatar name={name} picture={picture} size="s" />
      <Stack gap="xxs" grow>
        <Text as="span">{link}</Text>
        <Note as="span">
          {note}
          <RelativeTime at={at} />
        </Note>
      </Stack>
      {art}
    </Row>
  </Card>
)
