import type { ReactNode } from 'react'
import { Avatar } from '#src/ui/Avatar.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { Action, PosterHead } from '#src/ui/PictureHead.tsx'
import { heading } from '#src/ui/Text.css.ts'
import { tintClass } from '#src/ui/tint-class.ts'
import * as css from './ProfileHeader.css.ts'

interface LoadingProfileHeaderProps {
  name: string
  back?: ReactNode
  corner?: ReactNode
}

const BLANK = '\u00A0'

/** The name in the address, in a head as high as the one that follows. */
export const LoadingProfileHeader = ({ name, back, corner }: LoadingProfileHeaderProps) => (
  <header>
    <PosterHead
      title={name}
      portrait={<Avatar name={name} picture={undefined} size="xl" />}
      tint={tintClass(name, name)}
      back={back}
      corner={corner}
      actions={
        <Action word={BLANK}>
          <span className={css.roomOfAction} />
        </Action>
      }
    >
      <h1 className={classNames(heading.display, css.name)} tabIndex={-1}>
        {name}
      </h1>
      <div className={css.counts}>
        <span className={css.count}>{BLANK}</span>
      </div>
      <div className={css.roomOfSwag}>{BLANK}</div>
    </PosterHead>
  </header>
)
