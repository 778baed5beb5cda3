import { Link } from '@tanstack/react-router'
import { Icon } from '#src/ui/Icon.tsx'
import { LazyComponent } from '#src/ui/LazyComponent.tsx'
import { Sleeve } from '#src/ui/Sleeve.tsx'
import type { toListenable } from './get-track.ts'
import * as css from './TrackLine.css.ts'

/** The services load after the first screen. */
const pill = async () => (await import('#src/listening/listen-links/Listen.tsx')).ListenPill

/** A track with its sleeve: links to its page, if the host has one, and to a music service. */
export function TrackLine({ track }: { track: ReturnType<typeof toListenable> }) {
  const { id, name, artist } = track
  const names = (
    <>
      <span className={css.title} dir="auto">
        {name}
      </span>
      <span className={css.artist} dir="auto">
        {artist}
      </span>
    </>
  )
  return (
    <div className={css.line}>
      <Sleeve artist={artist} title={name} size="fill" />
      <div className={css.names}>
        {id === undefined ? (
          <div className={css.page}>{names}</div>
        ) : (
          <Link to="/track/$id" params={{ id: String(id) }} className={css.page}>
            {names}
          </Link>
        )}
        <LazyComponent
          load={pill}
          props={{ track, className: css.listen }}
          fallback={
            <span className={css.listen}>
              <Icon name="play" size="s" />
              Listen
            </span>
          }
        />
      </div>
    </div>
  )
}
