import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import * as css from './PictureHead.css.ts'
import { Skeleton } from './Skeleton.tsx'

interface HeadProps {
  /** Repeated in a bar at the top once the head has scrolled away, on a phone. */
  title: string
  children: ReactNode
  actions?: ReactNode
}

/** The head for a track, an album or an artist: its picture edge to edge, the name over it. */
export const PictureHead = ({ title, picture, children, actions }: HeadProps & { picture: ReactNode }) => (
  <div className={css.cover}>
    <div className={css.barOf.cover} data-name={title} />
    <div className={css.frame}>
      <div className={css.picture}>{picture}</div>
      <div className={css.name} dir="auto">
        {children}
      </div>
    </div>
    {actions && <div className={css.actions}>{actions}</div>}
  </div>
)

/** As high as the head that follows, so that nothing moves when it arrives. The children are below it. */
export const LoadingHead = ({ children = <Skeleton shape="row" /> }: { children?: ReactNode }) => (
  <>
    <div className={css.cover}>
      <div className={classNames(css.frame, css.blank)} />
    </div>
    {children}
  </>
)

interface PosterHeadProps extends HeadProps {
  portrait: ReactNode
  tint: string
  back?: ReactNode
  corner?: ReactNode
}

export const PosterHead = ({ title, portrait, tint, back, corner, children, actions }: PosterHeadProps) => (
  <>
    <div className={css.barOf[back ? 'poster' : 'tab']} data-name={title} />
    <div className={css.posterFrame}>
      <div className={css.corners}>
        {back}
        <div className={css.corner}>{corner}</div>
      </div>
      <div className={classNames(css.poster, tint)}>
        {portrait}
        <div className={css.words}>{children}</div>
        {actions && <div className={css.actions}>{actions}</div>}
      </div>
    </div>
  </>
)

/** A round button or link, an `IconButton`, with a word below it that its name contains. */
export const Action = ({ word, children }: { word: string; children: ReactNode }) => (
  <div className={css.action}>
    {children}
    <span className={css.word} aria-hidden="true">
      {word}
    </span>
  </div>
)
