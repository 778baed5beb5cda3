import { vinyl } from '#contract/art/colours.ts'
import { brand } from './brand.ts'
import { logo } from './Logo.css.ts'

/** Decorative; the name is rendered beside it. */
export function Logo() {
  return (
    <svg className={logo} viewBox="0 0 100 100" aria-hidden="true">
      <circle cx="67" cy="50" r="27" fill={vinyl.disc} stroke={vinyl.edge} strokeWidth="2.5" />
      <circle cx="67" cy="50" r="19.5" fill="none" stroke={vinyl.groove} strokeWidth="2.5" />
      <circle cx="67" cy="50" r="12" fill={vinyl.label} />
      <circle cx="68.5" cy="50" r="2.5" fill={vinyl.hole} />
      <rect x="6" y="20" width="60" height="60" rx="7" fill={brand.b} />
      <path d="M8.05 77.95A7 7 0 0 1 6 73V27A7 7 0 0 1 13 20H59A7 7 0 0 1 63.95 22.05Z" fill={brand.a} />
    </svg>
  )
}
