import { Link } from '@tanstack/react-router'
import type { Playing } from '#contract/listening/now-playing.ts'
import { Avatar } from '#src/ui/Avatar.tsx'
import { listRole } from '#src/ui/list-role.ts'
import { Sleeve } from '#src/ui/Sleeve.tsx'
import { Note, Text } from '#src/ui/Text.tsx'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import { ReactButton } from '../reactions/ReactButton.tsx'
import { toShownPlay } from './overlay.ts'
import * as css from './PlayingTiles.css.ts'

/** What members play now: each a sleeve with the member, and a heart for it. */
export const PlayingTiles = ({ playing }: { playing: readonly Playing[] }) => (
  <ul {...listRole} className={css.strip}>
    {playing.map((track) => (
      <li key={track.username} className={css.tile}>
        <Link to="/profile/$username" params={{ username: track.username }} className={css.link}>
          <span className={css.picture}>
            <Sleeve artist={track.artist} title={track.track} size="fill" />
            <span className={css.portrait}>
              <Avatar name={track.username} picture={track.pfpsm} size="s" />
            </span>
          </span>
          <Text size="s" strong oneLine>
            <bdi>{track.username}</bdi>
            <VisuallyHidden> plays now</VisuallyHidden>
          </Text>
          <Note oneLine>
            <bdi>{track.track}</bdi>
            <VisuallyHidden> by {track.artist}</VisuallyHidden>
          </Note>
        </Link>
        <span className={css.heart}>
          <ReactButton play={toShownPlay(track)} isReacted={track.is_reacted} />
        </span>
      </li>
    ))}
  </ul>
)
