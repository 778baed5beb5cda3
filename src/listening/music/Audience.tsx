import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { TopListener } from '#contract/listening/charts.ts'
import { Avatar } from '#src/ui/Avatar.tsx'
import { AvatarStack } from '#src/ui/AvatarStack.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { countText, inThousands } from '#src/ui/numbers.ts'
import { Section } from '#src/ui/Section.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Text } from '#src/ui/Text.tsx'
import { Stat } from '../Stat.tsx'
import * as css from './Audience.css.ts'
import { audienceText } from './audience-text.ts'
import { link } from './MusicLink.css.ts'
import * as list from './MusicList.css.ts'

interface AudienceProps {
  own_plays: number
  plays: number
  listeners: number
  topListeners: readonly TopListener[]
  /** Without own plays. */
  isVisitor: boolean
  children?: ReactNode
}

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
        {topListeners.length === 0 ? (
          <Text tone="quiet">No member on the leaderboards has played it.</Text>
        ) : (
          <Listeners listeners={listeners} topListeners={topListeners} />
        )}
      </Section>
    </>
  )
}

const PORTRAITS = 5

/** The members that play it most: their portraits and the first names, which open the list. */
const Listeners = ({ listeners, topListeners }: Pick<AudienceProps, 'listeners' | 'topListeners'>) => (
  <details className={css.listeners}>
    <summary className={css.summary}>
      <AvatarStack
        members={topListeners
          .slice(0, PORTRAITS)
          .map(({ username, profileImage }) => ({ name: username, picture: profileImage }))}
      />
      <span className={css.sentence}>
        {audienceText(
          topListeners.map(({ username }) => username),
          listeners,
        )}
      </span>
      <Icon name="chevron-down" size="s" />
    </summary>
    <Stack as="ul" gap="xxs">
      {topListeners.map(({ username, playcount, profileImage }) => (
        <li key={username} className={list.row}>
          <Avatar name={username} picture={profileImage} size="s" />
          <Stack as="span" grow>
            <Text as="span" strong oneLine>
              <Link to="/profile/$username" params={{ username }} className={link}>
                {username}
              </Link>
            </Text>
          </Stack>
          <Text as="span" size="s" tone="quiet">
            {countText(playcount, 'play')}
          </Text>
        </li>
      ))}
    </Stack>
  </details>
)
