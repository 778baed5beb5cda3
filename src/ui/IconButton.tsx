import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { CountBadge } from './Badge.tsx'
import * as css from './Button.css.ts'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './Icon.tsx'

/** What a link needs to look and behave like an icon button. */
export interface IconButtonRenderProps {
  className: string
  /** What `Tooltips` shows. */
  'data-tooltip': string
  'aria-label': string
  children: ReactNode
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'className' | 'style' | 'children' | 'aria-label'> & {
  icon: IconName
  /** Its name, and its tooltip's text. */
  label: string
  /** `bare` has no border: for lists. `text` has the colour of side A. */
  variant?: 'primary' | 'answer' | 'quiet' | 'text' | 'bare'
  /** Marks unseen content; announced after the label. */
  news?: string | undefined
  /** The unseen count, rendered instead of the dot. `news` announces it. */
  count?: number | undefined
  /** Renders a link instead: `render={(look) => <Link to="/" {...look} />}`. */
  render?: (linkProps: IconButtonRenderProps) => ReactElement
}

/** A round 44 px button with an icon alone. It always has a name, which is also its tooltip. */
export function IconButton({ icon, label, variant = 'quiet', news, count, render, ...rest }: IconButtonProps) {
  const colour = variant === 'bare' ? classNames(css.variants.quiet, css.bare) : css.variants[variant]
  const className = classNames(colour, css.round, css.anchor)
  const ownProps = {
    className,
    'data-tooltip': label,
    'aria-label': news ? `${label}, ${news}` : label,
    children: (
      <>
        <Icon name={icon} />
        {news && <span className={count ? css.number : css.dot}>{count && <CountBadge value={count} noun="" />}</span>}
      </>
    ),
  }
  return render ? render(ownProps) : <button type="button" {...rest} {...ownProps} />
}
