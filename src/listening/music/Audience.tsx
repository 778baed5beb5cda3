import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { TopListener } from '#contract/listening/charts.ts'
import { Avatar } from '#src/ui/Avatar.tsx'
import { inThousands } from '#src/ui/numbers.ts'
import { Section } from '#src/ui/Section.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Note, Text } from '#src/ui/Text.tsx'
import { playsText } from '../plays-text.ts'
import { Stat } from '../Stat.tsx'
import { link } from './MusicLink.css.ts'
import * as css from './MusicList.css.ts'

interface AudienceProps {
  own_plays: number
  plays: number
  listeners: number
  topListeners: readonly TopListener[]
  /** Without own plays. */
  isVisitor: boolean
  /** Between the counts and the members. */
  children?: ReactNode
}

/** The own plays for a track or an album, and the members that play it most. */
export function Audience({ own_plays, plays, listeners, topListeners, isVisitor, children }: AudienceProps) {
  return (
    <>
      <Row gap="m" align="stretch" wrap>
        {!isVisitor && <Stat name="Your plays" value={inThousands(own_plays)} />}
        <Stat name="Plays here" value={inThousands(plays)} />
        <Stat name="Listeners" value={inThousands(listeners)} />
      </Row>
      {children}
      <Section title="Who plays it">
        {topListeners.length === 0 && <Text tone="quiet">No member on the leaderboards has played it.</Text>}
        <Stack as="ul" gap="xxs">
          {topListeners.map(({ username, playcount, profileImage }) => (
            <li key={username} className={css.row}>
              <Avatar name={username} picture={profileImage} size="s" />
              <Stack as="span" grow>
                <Text as="span" strong oneLine>
                  <Link to="/profile/$username" params={{ username }} className={link}>
                    {username}
                  </Link>
                </Text>
              </Stack>
              <Note as="span">{playsText(playcount)}</Note>
            </li>
          ))}
        </Stack>
      </Section>
    </>
  )
}
