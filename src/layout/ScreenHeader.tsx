import type { LinkProps } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import { IconButton, IconLink } from '#src/ui/IconButton.tsx'
import * as css from './Screen.css.ts'

/** The link back, such as `{ label: 'Back', to: '/' }`. */
export interface BackLink extends Pick<LinkProps, 'to' | 'params' | 'search'> {
  label: string
  onClick?: (event: MouseEvent) => void
}

export interface ScreenHeaderProps {
  title: ReactNode
  /** `large` for a tab's own screen, `normal` for one opened from another. */
  variant?: keyof typeof css.titleLook
  back?: BackLink | { label: string; onPress: () => void } | undefined
  /** Content before the title, such as a conversation's avatar. */
  lead?: ReactNode
  actions?: ReactNode
  /** Remains visible while the screen scrolls: by default where there is a way back. */
  sticky?: boolean
  /** A line below the header, for a body with its own scrolling. */
  underline?: boolean
}

/** A screen header with the h1, which receives the focus after a navigation. */
export function ScreenHeader({
  title,
  variant,
  back,
  lead,
  actions,
  underline = false,
  sticky = back !== undefined && !underline,
}: ScreenHeaderProps) {
  const size = variant ?? (back ? 'normal' : 'large')
  return (
    <header className={classNames(css.header, sticky && css.sticky, underline && css.underline)}>
      {back &&
        ('onPress' in back ? (
          <IconButton icon="back" label={back.label} onClick={back.onPress} />
        ) : (
          <IconLink icon="back" activeOptions={{ exact: true }} {...back} />
        ))}
      {lead}
      <h1 className={classNames(css.title, css.titleLook[size])} tabIndex={-1}>
        {title}
      </h1>
      {actions && <div className={css.actions}>{actions}</div>}
    </header>
  )
}
