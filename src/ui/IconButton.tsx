import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { CountBadge } from './Badge.tsx'
import * as css from './Button.css.ts'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './Icon.tsx'

interface IconLook {
  icon: IconName
  /** Its name, and its tooltip's text. */
  label: string
  /** `bare` has no border: for lists. `text` has the colour of side A. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'text' | 'bare' | undefined
  /** Marks unseen content; announced after the label. */
  news?: string | undefined
  /** The unseen count, rendered instead of the dot. `news` announces it. */
  count?: number | undefined
}

const toProps = <P extends IconLook>({ icon, label, variant = 'quiet', news, count, ...rest }: P) => ({
  ...rest,
  className: classNames(
    variant === 'bare' ? classNames(css.variants.quiet, css.bare) : css.variants[variant],
    css.round,
    css.anchor,
  ),
  // What `Tooltips` shows.
  'data-tooltip': label,
  'aria-label': news ? `${label}, ${news}` : label,
  children: (
    <>
      <Icon name={icon} />
      {news && <span className={count ? css.number : css.dot}>{count && <CountBadge value={count} noun="" />}</span>}
    </>
  ),
})

type Others<Tag extends 'a' | 'button'> = Omit<ComponentProps<Tag>, 'className' | 'style' | 'children' | 'aria-label'>

/** A round 44 px button with an icon alone. It always has a name, which is also its tooltip. */
export const IconButton = (props: IconLook & Others<'button'>) => <button type="button" {...toProps(props)} />

export const IconAnchor = (props: IconLook & Others<'a'>) => (
  // oxlint-disable-next-line jsx-a11y/anchor-has-content -- it has the icon, and a label
  <a {...toProps(props)} />
)

export const IconLink = /* @__PURE__ */ createLink(IconAnchor)
