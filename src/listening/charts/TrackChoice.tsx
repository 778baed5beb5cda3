import { cardClass } from '#src/ui/Card.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { Names } from '#src/ui/Names.tsx'
import { countText } from '#src/ui/numbers.ts'
import { Sleeve } from '#src/ui/Sleeve.tsx'
import type { Song } from '../queries.ts'
import * as css from './TrackPicker.css.ts'

interface TrackChoiceProps {
  id: string
  song: Song
  isChosen: boolean
  isActive: boolean
  onChoose: () => void
}

export function TrackChoice({ id, song, isChosen, isActive, onChoose }: TrackChoiceProps) {
  return (
    // The text field handles the keys: it retains the focus and names the active option.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      className={classNames(css.choice, cardClass({ pad: 's', chosen: isChosen }), isActive && css.active)}
      onClick={onChoose}
    >
      <Sleeve artist={song.artist} title={song.name} size="s" />
      <Names
        name={song.name}
        note={
          <>
            {song.artist}
            {song.playCount > 0 && ` · ${countText(song.playCount, 'play')}`}
          </>
        }
        isCut
      />
    </div>
  )
}
