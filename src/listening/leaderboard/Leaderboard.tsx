import { Link } from '@tanstack/react-router'
import { Avatar } from '#src/ui/Avatar.tsx'
import { listRole } from '#src/ui/list-role.ts'
import { countText } from '#src/ui/numbers.ts'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Figure, Note, Text } from '#src/ui/Text.tsx'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import * as css from './Leaderboard.css.ts'
import { placeText, type Rank, type Leaderboard as Ranks } from './ranks.ts'

/** The top five, and after an ellipsis the member's own row if it is not among them. */
export function Leaderboard({ ranks: { top, own } }: { ranks: Ranks }) {
  return (
    <ol {...listRole} aria-label="Top listeners" className={css.list}>
      {top.map((rank) => (
        <Line key={rank.username} rank={rank} />
      ))}
      {own && (
        <>
          <li className={css.ellipsis}>
            <span aria-hidden="true">…</span>
            <VisuallyHidden>And further down</VisuallyHidden>
          </li>
          <Line rank={own} />
        </>
      )}
    </ol>
  )
}

function Line({ rank }: { rank: Rank }) {
  const { place, username, plays, picture, share, isOwn } = rank
  return (
    <li className={isOwn ? css.row.own : css.row.others}>
      <Figure>{placeText(place)}</Figure>
      <Avatar name={username} picture={picture} size="s" />
      <Stack gap="xs">
        <Row gap="xxs" justify="between" wrap>
          <Text as="span" strong oneLine>
            <Link to="/profile/$username" params={{ username }} className={css.name}>
              {username}
            </Link>
          </Text>
          <Note as="span">{countText(plays, 'play')}</Note>
        </Row>
        <Bar share={share} isOwn={isOwn} />
      </Stack>
    </li>
  )
}

function Bar({ share, isOwn }: { share: number; isOwn: boolean }) {
  return (
    <div className={css.track} aria-hidden="true">
      {share > 0 && <div className={isOwn ? css.bar.own : css.bar.others} style={{ inlineSize: `${share * 100}%` }} />}
    </div>
  )
}
