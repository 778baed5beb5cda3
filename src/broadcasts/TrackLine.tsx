import { Link } from '@tanstack/react-router'
import { Icon } from '#src/ui/Icon.tsx'
import { LazyComponent } from '#src/ui/LazyComponent.tsx'
import { listenPill } from '#src/ui/ListenPill.css.ts'
import { useIsPageUsed } from '#src/ui/page-use.ts'
import { Sleeve } from '#src/ui/Sleeve.tsx'
import type { toListenable } from './get-track.ts'
import * as css from './TrackLine.css.ts'

type Listenable = ReturnType<typeof toListenable>

/** Loaded once the page is used. */
const services = () => import('#src/listening/listen-links/Listen.tsx')
/** Opens a track by a press that comes before them. */
const openTrack = async (track: Listenable) => (await services()).openTrack(track)
const pill = async () => (await services()).ListenPill

/** A track with its sleeve: links to its page, if the host has one, and to a music service. */
export function TrackLine({ track }: { track: Listenable }) {
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
          isWanted={useIsPageUsed()}
          props={{ track }}
          fallback={
            <button type="button" className={listenPill} onClick={() => void openTrack(track)}>
              <Icon name="play" size="s" />
              Listen
            </button>
          }
        />
      </div>
    </div>
  )
}
