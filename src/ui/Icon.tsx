import { icon } from './Icon.css.ts'
import { type IconName, iconPaths } from './icon-paths.ts'

export type { IconName }

/** Hidden from screen readers: its neighbour names the meaning. */
export function Icon({ name, size = 'm' }: { name: IconName; size?: 'm' | 's' }) {
  const isHeart = name === 'heart-filled'
  return (
    <svg
      className={icon[size]}
      viewBox="0 0 24 24"
      fill={isHeart || name === 'play' ? 'currentColor' : 'none'}
      aria-hidden="true"
    >
      <path d={name in iconPaths ? iconPaths[name as keyof typeof iconPaths] : isHeart ? iconPaths.heart : name} />
    </svg>
  )
}
